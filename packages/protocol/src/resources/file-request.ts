import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';

export const fileLimits = {
  types: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'The allowed types of files: MIME types, such as `application/pdf` and `image/*`, or endings, such as `.docx`.',
    }),
  ),
  max_size: Type.Optional(Type.Integer({ description: 'The maximum size of each file in bytes.' })),
};

export const FileRequest = Type.Object(
  {
    id: Type.String({ description: 'To upload a file for this request, send this as `file_request`.' }),
    label: Type.String(),
    required: Type.Optional(
      Type.Boolean({
        description: 'True if a press needs a file, unless the button has the outcome `rejected`.',
      }),
    ),
    ...fileLimits,
    max_files: Type.Integer(),
    help: Type.Optional(Type.String({ description: 'A text that is displayed below the label.' })),
  },
  { title: 'FileRequest' },
);
export type FileRequest = Static<typeof FileRequest>;

export const DeliveredFile = Type.Object(
  {
    file_id: Type.String(),
    name: Type.String(),
    sha256: Type.String({ description: 'The SHA-256 of the uploaded bytes, in hexadecimal.' }),
    page_ids: Type.Array(Type.Integer(), { description: 'The pages of the file that still exist.' }),
    user_id: Type.String({ description: 'The person who uploaded the file.' }),
    time: Milliseconds,
  },
  { title: 'DeliveredFile' },
);
export type DeliveredFile = Static<typeof DeliveredFile>;

export const StepFileRequest = Type.Object(
  {
    ...FileRequest.properties,
    files: Type.Array(DeliveredFile, { description: 'Files whose pages were deleted are absent.' }),
  },
  { title: 'StepFileRequest' },
);
export type StepFileRequest = Static<typeof StepFileRequest>;
