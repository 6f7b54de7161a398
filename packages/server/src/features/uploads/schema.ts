import { BinderId, FileId, Milliseconds, UploadId } from '@ringbinder/protocol';
import Type from 'typebox';
import { operation } from '../../http/index.ts';
import { OFFSET_STREAM } from './tus.ts';

const tag = 'Pages';
const BinderParams = Type.Object({ binder_id: BinderId });
const UploadParams = Type.Object({ binder_id: BinderId, upload_id: UploadId });

const header = (type: 'string' | 'integer', description: string) => ({ schema: { type }, description });
const fileId = header(
  'string',
  'The id of the file. Present when the upload is complete and its file and pages exist.',
);
const offset = header('integer', 'The number of received bytes, which is the next offset.');
const expires = header('string', 'When the server deletes the upload if no more bytes arrive.');

const Upload = Type.Object({
  id: UploadId,
  name: Type.String(),
  status: Type.Enum(['under_way', 'completed', 'refused']),
  length: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The size of the file. Null if the client has not sent it yet.',
  }),
  offset: Type.Integer({ description: 'The number of received bytes.' }),
  file_id: Type.Union([FileId, Type.Null()], {
    description: 'The file that the upload became. Null if the upload is not completed.',
  }),
  refusal: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()], {
    description: 'Why the server rejected the received bytes. Null if it has not rejected them.',
  }),
  created_time: Milliseconds,
  updated_time: Milliseconds,
  expires_time: Milliseconds,
});

export const createUpload = operation(tag, 'createUpload', {
  summary: 'Start a resumable upload',
  description:
    'Needs write access. The server supports the tus protocol, version 1.0.0, with its extensions creation, creation-with-upload, creation-defer-length, expiration and termination. Send the header `Tus-Resumable: 1.0.0` with every request except GET. Send the size of the file in `Upload-Length`, or `Upload-Defer-Length: 1` to send the size later. Send the name of the file in `Upload-Metadata`, as `filename` in base64. The header `Location` of the response is the address of the upload.',
  params: BinderParams,
  response: {
    201: {
      description: 'The upload has started.',
      type: 'null',
      headers: {
        Location: header('string', 'The address of the upload.'),
        'Upload-Offset': header(
          'integer',
          'The number of received bytes. Present if the request contained bytes.',
        ),
        'Upload-Expires': expires,
        'Ringbinder-File-Id': fileId,
      },
    },
  },
});

export const listUploads = operation(tag, 'listUploads', {
  summary: 'List the caller’s unfinished uploads in a binder',
  description: 'Needs write access.',
  params: BinderParams,
  data: Type.Object({ uploads: Type.Array(Upload) }),
});

export const getUpload = operation(tag, 'getUpload', {
  summary: 'Get the state or the result of an upload',
  description:
    'Allowed for the creator of the upload, who must have write access. The server deletes the result of an upload a day after its end.',
  params: UploadParams,
  data: Type.Object({ upload: Upload }),
});

export const headUpload = operation(tag, 'headUpload', {
  summary: 'Get the offset of an upload',
  description:
    'Part of the tus protocol. Allowed for the creator of the upload. If all bytes have arrived but the file does not exist yet, the call creates it.',
  params: UploadParams,
  response: {
    200: {
      description: 'The state of the upload.',
      type: 'null',
      headers: {
        'Upload-Offset': offset,
        'Upload-Length': header('integer', 'The size of the file, if known.'),
        'Upload-Defer-Length': header('integer', '1 if the size of the file is not known yet.'),
        'Upload-Metadata': header('string', 'The header of the request that started the upload.'),
        'Ringbinder-File-Id': fileId,
      },
    },
  },
});

export const continueUpload = operation(tag, 'continueUpload', {
  summary: 'Send the next bytes of an upload',
  description: `Part of the tus protocol. Allowed for the creator of the upload. Send the bytes as ${OFFSET_STREAM}, and the number of bytes that the server already has in \`Upload-Offset\`. If you started the upload without a size, send it in \`Upload-Length\` when you know it. When all bytes have arrived, the server creates the file and its pages, and returns the id of the file in \`Ringbinder-File-Id\`. 409: \`Upload-Offset\` is not the number of bytes that the server has.`,
  consumes: [OFFSET_STREAM],
  params: UploadParams,
  body: Type.String({ format: 'binary', description: 'The bytes of the file from `Upload-Offset` on.' }),
  response: {
    204: {
      description: 'The server has stored the bytes.',
      type: 'null',
      headers: { 'Upload-Offset': offset, 'Upload-Expires': expires, 'Ringbinder-File-Id': fileId },
    },
  },
});

export const deleteUpload = operation(tag, 'deleteUpload', {
  summary: 'End an upload and delete its bytes',
  description:
    'Part of the tus protocol. Allowed for the creator of the upload. If the upload is completed, its file remains.',
  params: UploadParams,
  response: { 204: { description: 'The upload is deleted.', type: 'null' } },
});
