import { BinderId, NumericId, Text } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { MAX_BYTES } from './markup/index.ts';

const tag = 'Annotations';
const PageParams = Type.Object({ binder_id: BinderId, page_id: NumericId });
const ClientUuid = Type.String({
  pattern: '^[A-Za-z0-9._:{}-]{1,100}$',
  description:
    'A name that the client chooses, unique on the page. It has at most 100 characters: letters, digits and . _ : { } -.',
});

export const putAnnotation = operation(tag, 'putAnnotation', {
  summary: 'Annotate a page, or replace the annotation with the same client_uuid',
  description:
    'Needs write access. Coordinates are in the units of the page’s width and height. The markup can contain shapes, paths, texts, groups, gradients, and pictures with `data:` addresses. 400: the markup contains something else, which the error names. The server never removes parts silently. 412: the page has too many annotations, or they are too large.',
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
  description: 'Needs write access.',
  params: Type.Object({ binder_id: BinderId, page_id: NumericId, client_uuid: ClientUuid }),
});
