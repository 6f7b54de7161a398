import { BinderId, NumericId } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { byteAnswers, operation } from '../../http/index.ts';

export const MEDIA_TYPE = 'text/vtt';

const tag = 'Pages';
const params = Type.Object({ binder_id: BinderId, page_id: NumericId });

export const CaptionsKind = Type.Union([Type.Literal('captions'), Type.Literal('descriptions')], {
  default: 'captions',
  description:
    '`captions` contain what is said and heard. `descriptions` describe what can only be seen, for people who cannot see it. Default: `captions`.',
});
export type CaptionsKind = Static<typeof CaptionsKind>;
const Kind = Type.Optional(CaptionsKind);

export const getCaptions = operation(tag, 'getCaptions', {
  summary: 'Get the captions or descriptions of a page with sound or video (WebVTT)',
  description:
    'Allowed for members of the binder. If somebody has added captions or descriptions, returns these, with their language in the header `Content-Language`. Otherwise, for the recording of a meet in which a host turned captions on, returns the captions of the meet, without that header. In all other cases, returns a file without cues.',
  params,
  querystring: Type.Object({ kind: Kind }),
  response: byteAnswers,
});

export const putCaptions = operation(tag, 'putCaptions', {
  summary: 'Add or replace the captions or descriptions of a page with sound or video',
  description:
    'Needs write access. Send WebVTT or SubRip (SRT) in UTF-8, at most 1 MiB. The server converts SubRip to WebVTT, and does not store notes, styles and regions. Added captions take precedence over those of a meet. 400: the captions are invalid; the error contains the line of the first fault. 412: the page has neither sound nor video.',
  consumes: [MEDIA_TYPE],
  params,
  querystring: Type.Object({
    kind: Kind,
    language: Type.Optional(
      Type.String({
        maxLength: 35,
        description:
          'The language as a BCP 47 tag, such as `de` or `pt-BR`. Default: `und`, which means unknown.',
      }),
    ),
  }),
  body: Type.String({ description: 'The captions or descriptions in WebVTT or SubRip.' }),
});

export const deleteCaptions = operation(tag, 'deleteCaptions', {
  summary: 'Remove the added captions or descriptions of a page',
  description:
    'Needs write access. If the page is the recording of a meet, it has the captions of the meet again. 404: nobody has added any. 412: the page has neither sound nor video.',
  params,
  querystring: Type.Object({ kind: Kind }),
});
