import { BinderId, NumericId, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { MAX_BYTES } from './markup/index.ts';

const tag = 'Annotations';
const PageParams = Type.Object({ binder_id: BinderId, page_id: NumericId });
const ClientUuid = Type.String({
  pattern: '^[A-Za-z0-9._:{}-]{1,100}$',
  description: 'The name of the annotation on its page: letters, digits and . _ : { } -, at most 100.',
});

export const putAnnotation = operation(tag, 'putAnnotation', {
  summary: 'Annotate a page, or replace the annotation of that client_uuid',
  description:
    'Shapes, path, text, g, gradients and data: pictures, in the units of the page’s width and height. Anything else is rejected, with its name. Nothing is removed silently.',
  params: PageParams,
  body: Type.Object({
    client_uuid: ClientUuid,
    svg_tag: Text({
      minLength: 1,
      maxLength: MAX_BYTES,
      description: 'SVG markup, at most 256 KiB.',
    }),
  }),
});

export const deleteAnnotation = operation(tag, 'deleteAnnotation', {
  summary: 'Remove an annotation',
  params: Type.Object({ binder_id: BinderId, page_id: NumericId, client_uuid: ClientUuid }),
});
