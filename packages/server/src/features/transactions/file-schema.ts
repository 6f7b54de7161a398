import { BinderId, NameText, NumericId, Text } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { operation } from '../../http/index.ts';

export const MAX_REQUESTS = 20;
const MAX_FILES = 20;

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
      description: 'Maximum bytes of each file. Default: the limit for all uploads.',
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
    Type.Boolean({
      description: 'If true, a press needs a file, unless the button has the outcome `rejected`.',
    }),
  ),
  ...fileLimits,
  help: Type.Optional(Text({ minLength: 1, maxLength: 1_000 })),
});

export const FileRequestsInput = Type.Array(FileRequestInput, {
  minItems: 1,
  maxItems: MAX_REQUESTS,
  description: 'Required with the action_style `FILE_REQUEST`; not allowed with another one.',
});
export type FileRequestsInput = Static<typeof FileRequestsInput>;

/** The server checks the query before the file's bytes arrive. */
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
    'Send one part named `file`, which becomes pages of the binder. Allowed for assignees of the step and their delegates, in any role. 400: the `file_request` is unknown or does not accept this type, or the file has no pages. 409: the step is completed, or somebody has pressed a button of the step. Exception: a required file that is missing can also be uploaded after a press. 412: the file request has its maximum of files, or the transaction has ended or is not active. 413: the file is too large.',
  consumes: ['multipart/form-data'],
  params: Type.Object({ binder_id: BinderId, transaction_id: NumericId, step_id: NumericId }),
  querystring: DeliveryQuery,
  body: FileUpload,
  data: Delivery,
});

export const withdrawFile = operation('Transactions', 'withdrawFile', {
  summary: 'Delete a file that the caller uploaded for a step',
  description:
    'Also deletes the pages of the file. 403: another person uploaded the file. 409: the step is completed, or somebody has pressed a button of the step. 412: the transaction has ended.',
  params: Type.Object({
    binder_id: BinderId,
    transaction_id: NumericId,
    step_id: NumericId,
    file_id: Text({ minLength: 1, maxLength: 100 }),
  }),
});
