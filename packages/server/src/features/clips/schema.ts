import { BinderId, FileId, Milliseconds, NameText, UploadId } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';

export const MAX_RECORDING_MS = 4 * 60 * 60 * 1000;

const Offset = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_RECORDING_MS, description });

export const createClip = operation('Pages', 'createClip', {
  summary: 'Create a page from an uploaded recording',
  description:
    'The recording is a resumable upload of the caller, started with `Upload-Defer-Length: 1` and never given a length. `size` is the number of its bytes. The server rewrites it with a duration and an index for seeking. It becomes a page of type PAGE_TYPE_VIDEO, or PAGE_TYPE_AUDIO without a picture. `start` and `end`, in milliseconds, select a part. With ffmpeg on the server (VP8 and VP9) the part starts at the exact frame, otherwise at the nearest key frame; the response has the actual part. The call returns when the page exists, or after 20 seconds with status CLIP_WORKING. The same call again waits, and creates no second page.',
  params: Type.Object({ binder_id: BinderId }),
  body: Type.Object({
    upload_id: UploadId,
    upload_binder_id: Type.Optional(BinderId),
    size: Type.Integer({ minimum: 1, description: 'Bytes of the recording; all must have arrived.' }),
    name: Type.Optional(NameText({ minLength: 1, maxLength: 200, description: 'The name of the page.' })),
    start: Type.Optional(Offset('Start of the part. Default: 0.')),
    end: Type.Optional(Offset('End of the part. Default: the end of the recording.')),
  }),
  data: Type.Object({
    clip_id: UploadId,
    status: Type.Enum(['CLIP_WORKING', 'CLIP_READY']),
    page_id: Type.Optional(Type.Integer()),
    file_id: Type.Optional(FileId),
    page_uri: Type.Optional(Type.String({ description: 'A signed path of the recording.' })),
    start: Type.Optional(Type.Integer({ description: 'The actual start of the part.' })),
    end: Type.Optional(Type.Integer()),
    created_time: Milliseconds,
    updated_time: Milliseconds,
  }),
});
