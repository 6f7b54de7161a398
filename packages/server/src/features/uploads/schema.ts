import { BinderId, FileId, Milliseconds, UploadId } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { OFFSET_STREAM } from './tus.ts';

const tag = 'Pages';
const BinderParams = Type.Object({ binder_id: BinderId });
const UploadParams = Type.Object({ binder_id: BinderId, upload_id: UploadId });

const header = (type: 'string' | 'integer', description: string) => ({ schema: { type }, description });
const fileId = header('string', 'The file, when the upload is complete and the file and its pages exist.');
const offset = header('integer', 'The number of received bytes, which is the next offset.');
const expires = header('string', 'When the upload is deleted if nothing more arrives.');

const Upload = Type.Object({
  id: UploadId,
  name: Type.String(),
  status: Type.Enum(['under_way', 'completed', 'refused']),
  length: Type.Union([Type.Integer(), Type.Null()], { description: 'Null: not known yet.' }),
  offset: Type.Integer({ description: 'The number of received bytes.' }),
  file_id: Type.Union([FileId, Type.Null()], { description: 'Of a completed one.' }),
  refusal: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()], {
    description: 'Why the received bytes are not an acceptable file.',
  }),
  created_time: Milliseconds,
  updated_time: Milliseconds,
  expires_time: Milliseconds,
});

export const createUpload = operation(tag, 'createUpload', {
  summary: 'Start a resumable upload',
  description:
    'The tus protocol, version 1.0.0, with its extensions creation, creation-with-upload, creation-defer-length, expiration and termination: every request except GET has the header `Tus-Resumable: 1.0.0`. `Upload-Length` is the size of the file; `Upload-Defer-Length: 1` means that it follows later. `Upload-Metadata` has `filename`, in base64. `Location` is the address of the upload.',
  params: BinderParams,
  response: {
    201: {
      description: 'The upload has started.',
      type: 'null',
      headers: {
        Location: header('string', 'The address of the upload.'),
        'Upload-Offset': header('integer', 'The number of received bytes, if the request had any.'),
        'Upload-Expires': expires,
        'Ringbinder-File-Id': fileId,
      },
    },
  },
});

export const listUploads = operation(tag, 'listUploads', {
  summary: 'List the caller’s unfinished uploads in a binder',
  params: BinderParams,
  data: Type.Object({ uploads: Type.Array(Upload) }),
});

export const getUpload = operation(tag, 'getUpload', {
  summary: 'Get the state or the result of an upload',
  params: UploadParams,
  data: Type.Object({ upload: Upload }),
});

export const headUpload = operation(tag, 'headUpload', {
  summary: 'Get the offset of an upload',
  description: 'Part of the tus protocol. Creates the file of a complete upload, if it does not exist yet.',
  params: UploadParams,
  response: {
    200: {
      description: 'The state of the upload.',
      type: 'null',
      headers: {
        'Upload-Offset': offset,
        'Upload-Length': header('integer', 'The size of the file, if known.'),
        'Upload-Defer-Length': header('integer', '1 while unknown.'),
        'Upload-Metadata': header('string', 'As sent.'),
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
  body: Type.String({ format: 'binary', description: 'The bytes after the offset.' }),
  response: {
    204: {
      description: 'The bytes have arrived.',
      type: 'null',
      headers: { 'Upload-Offset': offset, 'Upload-Expires': expires, 'Ringbinder-File-Id': fileId },
    },
  },
});

export const deleteUpload = operation(tag, 'deleteUpload', {
  summary: 'End an upload and delete its bytes',
  description: 'Part of the tus protocol. The file of a completed upload stays.',
  params: UploadParams,
  response: { 204: { description: 'The upload is gone.', type: 'null' } },
});
