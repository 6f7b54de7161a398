import { BinderId, FileId, Milliseconds, NameText, UploadId } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';

/** A recording lasts at most so long, in milliseconds. */
export const MAX_RECORDING_MS = 4 * 60 * 60 * 1000;

const Offset = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_RECORDING_MS, description });

export const createClip = operation('Pages', 'createClip', {
  summary: 'Make a page of a recording that was uploaded',
  description:
    'The recording is one’s own upload that can be resumed, begun with `Upload-Defer-Length: 1`, and its length never told; `size` says how many bytes of it count. It is written anew, so that it has a duration and can be sought in, and becomes a page of type PAGE_TYPE_VIDEO, or PAGE_TYPE_AUDIO without a picture. Of `start` to `end`, in milliseconds, the picture begins at the very frame where the server has ffmpeg (VP8 and VP9), and else at the nearest key frame; the answer tells which part it became. Answers when the page is there, or after 20 seconds with status CLIP_WORKING: posting the same again waits on, and makes no second page.',
  params: Type.Object({ binder_id: BinderId }),
  body: Type.Object({
    upload_id: UploadId,
    upload_binder_id: Type.Optional(BinderId),
    size: Type.Integer({ minimum: 1, description: 'Bytes of the recording; all of them have come.' }),
    name: Type.Optional(NameText({ minLength: 1, maxLength: 200, description: 'What the page is called.' })),
    start: Type.Optional(Offset('Where the part to keep begins; 0 when left out.')),
    end: Type.Optional(Offset('Where it ends; at the end of the recording when left out.')),
  }),
  data: Type.Object({
    clip_id: UploadId,
    status: Type.Enum(['CLIP_WORKING', 'CLIP_READY']),
    page_id: Type.Optional(Type.Integer()),
    file_id: Type.Optional(FileId),
    page_uri: Type.Optional(Type.String({ description: 'A signed path of the recording.' })),
    start: Type.Optional(Type.Integer({ description: 'Where the part begins that it became.' })),
    end: Type.Optional(Type.Integer()),
    created_time: Milliseconds,
    updated_time: Milliseconds,
  }),
});
