import { BinderId, FileId, Milliseconds, NameText, UploadId } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';

export const MAX_RECORDING_MS = 4 * 60 * 60 * 1000;

const Offset = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_RECORDING_MS, description });

export const createClip = operation('Pages', 'createClip', {
  summary: 'Create a page from an uploaded recording',
  description:
    'Needs write access. First upload the recording: start a resumable upload with `Upload-Defer-Length: 1`, send all bytes, and never send `Upload-Length`. Then call this with the number of bytes as `size`. The server adds a duration and an index for seeking to the recording. The page has the type PAGE_TYPE_VIDEO, or PAGE_TYPE_AUDIO if the recording has no picture. To use only a part, send `start` and `end` in milliseconds. If the server has ffmpeg and the codec is VP8 or VP9, the part starts at the exact frame, otherwise at the nearest key frame. The response contains the actual start and end. The call returns when the page exists, or after 20 seconds with the status CLIP_WORKING. In that case, repeat the call to continue waiting: it does not create another page. 404: `upload_id` is not an unfinished upload of the caller. 409: an earlier call with this upload had other fields.',
  params: Type.Object({ binder_id: BinderId }),
  body: Type.Object({
    upload_id: UploadId,
    upload_binder_id: Type.Optional(BinderId),
    size: Type.Integer({
      minimum: 1,
      description: 'The number of bytes of the recording. The server must have received all of them.',
    }),
    name: Type.Optional(NameText({ minLength: 1, maxLength: 200, description: 'The name of the page.' })),
    start: Type.Optional(Offset('Start of the part. Default: 0.')),
    end: Type.Optional(Offset('End of the part. Default: the end of the recording.')),
  }),
  data: Type.Object({
    clip_id: UploadId,
    status: Type.Enum(['CLIP_WORKING', 'CLIP_READY']),
    page_id: Type.Optional(Type.Integer()),
    file_id: Type.Optional(FileId),
    page_uri: Type.Optional(Type.String({ description: 'A signed path to the recording.' })),
    start: Type.Optional(Type.Integer({ description: 'The actual start of the part.' })),
    end: Type.Optional(Type.Integer()),
    created_time: Milliseconds,
    updated_time: Milliseconds,
  }),
});
