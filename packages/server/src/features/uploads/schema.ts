import { BinderId, FileId, Milliseconds, UploadId } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { OFFSET_STREAM } from './tus.ts';

const tag = 'Pages';
const BinderParams = Type.Object({ binder_id: BinderId });
const UploadParams = Type.Object({ binder_id: BinderId, upload_id: UploadId });

const header = (type: 'string' | 'integer', description: string) => ({ schema: { type }, description });
const fileId = header('string', 'The file, once the upload is whole and its file and pages are made.');
const offset = header('integer', 'How many bytes have come, and so where to go on.');
const expires = header('string', 'When the upload is forgotten if nothing more comes.');

const Upload = Type.Object({
  id: UploadId,
  name: Type.String(),
  status: Type.Enum(['under_way', 'completed', 'refused']),
  length: Type.Union([Type.Integer(), Type.Null()], { description: 'Null: not told yet.' }),
  offset: Type.Integer({ description: 'How many bytes have come.' }),
  file_id: Type.Union([FileId, Type.Null()], { description: 'Of a completed one.' }),
  refusal: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()], {
    description: 'Why what came is no file that is taken.',
  }),
  created_time: Milliseconds,
  updated_time: Milliseconds,
  expires_time: Milliseconds,
});

export const createUpload = operation(tag, 'createUpload', {
  summary: 'Begin an upload that can be resumed',
  description:
    'The tus protocol, version 1.0.0, with its extensions creation, creation-with-upload, creation-defer-length, expiration and termination: every request but GET has the header `Tus-Resumable: 1.0.0`. `Upload-Length` is the size of the file; `Upload-Defer-Length: 1` stands for one that is told later. `Upload-Metadata` has `filename`, in base64. `Location` is the address of the upload.',
  params: BinderParams,
  response: {
    201: {
      description: 'The upload has begun.',
      type: 'null',
      headers: {
        Location: header('string', 'The address of the upload.'),
        'Upload-Offset': header('integer', 'How many bytes have come, where the request brought some.'),
        'Upload-Expires': expires,
        'Ringbinder-File-Id': fileId,
      },
    },
  },
});

export const listUploads = operation(tag, 'listUploads', {
  summary: 'List one’s own uploads that are under way in a binder',
  params: BinderParams,
  data: Type.Object({ uploads: Type.Array(Upload) }),
});

export const getUpload = operation(tag, 'getUpload', {
  summary: 'Tell how an upload stands, or what became of it',
  params: UploadParams,
  data: Type.Object({ upload: Upload }),
});

export const headUpload = operation(tag, 'headUpload', {
  summary: 'Tell where to go on with an upload',
  description: 'Of the tus protocol. Makes the file of an upload that is whole, if that has not been done.',
  params: UploadParams,
  response: {
    200: {
      description: 'How the upload stands.',
      type: 'null',
      headers: {
        'Upload-Offset': offset,
        'Upload-Length': header('integer', 'The size of the file, if it has been told.'),
        'Upload-Defer-Length': header('integer', '1 while it has not.'),
        'Upload-Metadata': header('string', 'As it was sent.'),
        'Ringbinder-File-Id': fileId,
      },
    },
  },
});

export const continueUpload = operation(tag, 'continueUpload', {
  summary: 'Send the next bytes of an upload',
  description: `Of the tus protocol: the body is ${OFFSET_STREAM}, \`Upload-Offset\` how many bytes have come before; 409 where that is not so. \`Upload-Length\` tells a length that was not known. The last bytes make the file and its pages; \`Ringbinder-File-Id\` is the id of the file.`,
  consumes: [OFFSET_STREAM],
  params: UploadParams,
  body: Type.String({ format: 'binary', description: 'The bytes from the offset on.' }),
  response: {
    204: {
      description: 'The bytes have come.',
      type: 'null',
      headers: { 'Upload-Offset': offset, 'Upload-Expires': expires, 'Ringbinder-File-Id': fileId },
    },
  },
});

export const deleteUpload = operation(tag, 'deleteUpload', {
  summary: 'End an upload and remove what has come',
  description: 'Of the tus protocol. The file of a completed upload stays.',
  params: UploadParams,
  response: { 204: { description: 'The upload is gone.', type: 'null' } },
});
