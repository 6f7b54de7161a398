import Type, { type Static } from 'typebox';
import { Milliseconds } from '../scalars.ts';
import { UserReference } from './people.ts';

export const TransactionRun = Type.Object(
  {
    id: Type.Integer(),
    template: Type.Object({ id: Type.String(), version: Type.Integer() }),
    creator: UserReference,
    state: Type.Enum(['running', 'ended']),
    total_count: Type.Integer(),
    created_count: Type.Integer({ description: 'Binders in which the transaction was created.' }),
    failed_count: Type.Integer(),
    created_time: Milliseconds,
    ended_time: Type.Optional(Milliseconds),
  },
  { title: 'TransactionRun' },
);
export type TransactionRun = Static<typeof TransactionRun>;

export const TransactionRunItem = Type.Object(
  {
    binder_id: Type.String(),
    state: Type.Enum(['waiting', 'created', 'failed']),
    transaction_id: Type.Optional(Type.Integer()),
    attempts: Type.Optional(
      Type.Integer({ description: 'How often the server failed. It tries again at `retry_time`.' }),
    ),
    retry_time: Type.Optional(Milliseconds),
    error: Type.Optional(
      Type.Object(
        {
          code: Type.String(),
          message: Type.String(),
          errors: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
        },
        { description: 'As in the response to `POST /{binder_id}/transactions`.' },
      ),
    ),
  },
  { title: 'TransactionRunItem' },
);
export type TransactionRunItem = Static<typeof TransactionRunItem>;
