import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';

const fields = {
  id: Type.String(),
  name: Type.String(),
  version: Type.Integer({ description: 'The latest version, or the one that was requested.' }),
  created_time: Milliseconds,
  updated_time: Milliseconds,
};

export const TransactionTemplateSummary = Type.Object(fields, { title: 'TransactionTemplateSummary' });
export type TransactionTemplateSummary = Static<typeof TransactionTemplateSummary>;

export const transactionTemplateOf = <T extends Type.TSchema>(body: T) =>
  Type.Object(
    {
      ...fields,
      roles: Type.Array(Type.String(), {
        description: 'The roles of the body, in the order in which they occur.',
      }),
      variables: Type.Array(Type.String(), {
        description: 'The variables of the body, in the order in which they occur.',
      }),
      body,
    },
    { title: 'TransactionTemplate' },
  );
