import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';

export const fileLimits = {
  types: Type.Optional(
    Type.Array(Type.String(), {
      description: 'MIME types, such as `application/pdf` and `image/*`, or endings, such as `.docx`.',
    }),
  ),
  max_size: Type.Optional(Type.Integer({ description: 'Bytes of each file.' })),
};

export const FileRequest = Type.Object(
  {
    id: Type.String({ description: 'The `file_request` of an upload.' }),
    label: Type.String(),
    required: Type.Optional(Type.Boolean({ description: 'Buttons work only after a file has arrived.' })),
    ...fileLimits,
    max_files: Type.Integer(),
    help: Type.Optional(Type.String({ description: 'Shown below the label.' })),
  },
  { title: 'FileRequest' },
);
export type FileRequest = Static<typeof FileRequest>;

export const DeliveredFile = Type.Object(
  {
    file_id: Type.String(),
    name: Type.String(),
    sha256: Type.String({ description: 'Of the bytes that were uploaded, in hexadecimal.' }),
    page_ids: Type.Array(Type.Integer(), { description: 'The pages that exist.' }),
    user_id: Type.String({ description: 'Who uploaded it.' }),
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
