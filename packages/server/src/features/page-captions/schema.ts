import { BinderId, NumericId } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { byteAnswers, operation } from '../../http/index.ts';

export const MEDIA_TYPE = 'text/vtt';

const tag = 'Pages';
const params = Type.Object({ binder_id: BinderId, page_id: NumericId });

export const CaptionsKind = Type.Union([Type.Literal('captions'), Type.Literal('descriptions')], {
  default: 'captions',
  description:
    'Captions write down what is heard. Descriptions put into words what is only seen, for people who cannot see it.',
});
export type CaptionsKind = Static<typeof CaptionsKind>;
const Kind = Type.Optional(CaptionsKind);

export const getCaptions = operation(tag, 'getCaptions', {
  summary: 'Get the captions or descriptions of a page with sound or video (WebVTT)',
  description:
    'What somebody added, with its language in `Content-Language`. Without added captions, those of a recorded meet, if a host had turned them on; then the header is missing. A page without any has no cues.',
  params,
  querystring: Type.Object({ kind: Kind }),
  response: byteAnswers,
});

export const putCaptions = operation(tag, 'putCaptions', {
  summary: 'Add or replace the captions or descriptions of a page with sound or video',
  description:
    'The body is WebVTT or SubRip (SRT) in UTF-8, at most 1 MiB. SubRip becomes WebVTT. Notes, styles and regions are not stored. A 400 names the line of the first fault. Needs write access; a page without sound is 412. Replaces the captions of a meet.',
  consumes: [MEDIA_TYPE],
  params,
  querystring: Type.Object({
    kind: Kind,
    language: Type.Optional(
      Type.String({ maxLength: 35, description: 'A BCP 47 tag, such as `de` or `pt-BR`. Default: `und`.' }),
    ),
  }),
  body: Type.String({ description: 'WebVTT or SubRip.' }),
});

export const deleteCaptions = operation(tag, 'deleteCaptions', {
  summary: 'Remove the added captions or descriptions of a page',
  description:
    'A recording of a meet shows the captions of the meet again. Needs write access; 404 if nobody added any.',
  params,
  querystring: Type.Object({ kind: Kind }),
});
