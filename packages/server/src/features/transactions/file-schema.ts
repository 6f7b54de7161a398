import { BinderId, NameText, NumericId, Text } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { operation } from '../../http/index.ts';

export const MAX_REQUESTS = 20;
const MAX_FILES = 20;

/** Uses a pattern, because a union would report one error for each of its members. */
const FileType = Type.String({
  pattern: '^(\\.[A-Za-z0-9]{1,20}|[A-Za-z]{1,40}/(\\*|[A-Za-z0-9][A-Za-z0-9.+_-]{0,100}))$',
  description: 'A MIME type such as `application/pdf`, `image/*`, or an ending such as `.docx`.',
});

export const fileLimits = {
  types: Type.Optional(
    Type.Array(FileType, { minItems: 1, maxItems: 20, uniqueItems: true, description: 'Default: any type.' }),
  ),
  max_files: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_FILES, description: 'Default: 1.' })),
  max_size: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Bytes of each file. Default: the limit of all uploads.',
    }),
  ),
};

const RequestId = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$',
  description: 'A letter, then up to 63 letters, digits, _ and -.',
});

const FileRequestInput = Type.Object({
  id: RequestId,
  label: NameText({ minLength: 1, maxLength: 200 }),
  required: Type.Optional(
    Type.Boolean({ description: 'Buttons need a file, except those with the outcome `rejected`.' }),
  ),
  ...fileLimits,
  help: Type.Optional(Text({ minLength: 1, maxLength: 1_000 })),
});

export const FileRequestsInput = Type.Array(FileRequestInput, {
  minItems: 1,
  maxItems: MAX_REQUESTS,
  description: 'Only with the action_style `FILE_REQUEST`, which needs them.',
});
export type FileRequestsInput = Static<typeof FileRequestsInput>;

/** Part of the query, so that the server can check it before the bytes of the file arrive. */
export const DeliveryQuery = Type.Object({
  file_request: Type.Unsafe<string>({ ...RequestId, description: 'The id of a file request of the step.' }),
});

export const FileUpload = Type.Object({
  file: Type.String({ format: 'binary', description: 'The file, with its name.' }),
});

export const Delivery = Type.Object({
  file_id: Type.String(),
  page_ids: Type.Array(Type.Integer()),
  created_time: Type.Integer(),
});

export const deliverFile = operation('Transactions', 'deliverFile', {
  summary: 'Upload a file for which a step asks',
  description:
    'One part named `file`, which becomes pages of the binder. For an assignee of the step or a delegate, in any role. 400 for an unknown `file_request`, a type that it does not accept, and a file that makes no page; 412 if it has its maximum of files, the transaction has ended or is not active; 409 if the step is done; 413 for a file that is too large. After a press in the step, only a required request without a file takes one: otherwise 409.',
  consumes: ['multipart/form-data'],
  params: Type.Object({ binder_id: BinderId, transaction_id: NumericId, step_id: NumericId }),
  querystring: DeliveryQuery,
  body: FileUpload,
  data: Delivery,
});

export const withdrawFile = operation('Transactions', 'withdrawFile', {
  summary: 'Delete a file that the caller uploaded for a step',
  description:
    'With its pages, while the step is open and nobody has pressed in it. 403 for a file of another person, 409 after a press, 412 if the transaction has ended.',
  params: Type.Object({
    binder_id: BinderId,
    transaction_id: NumericId,
    step_id: NumericId,
    file_id: Text({ minLength: 1, maxLength: 100 }),
  }),
});
