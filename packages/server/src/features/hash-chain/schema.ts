import { BinderId, Milliseconds, Sequence } from '@ringbinder/protocol';
import Type from 'typebox';
import { Limit, operation } from '../../http/index.ts';

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 in hexadecimal.' });
const params = Type.Object({ binder_id: BinderId });

const ChainedEntry = Type.Object({
  seq: Sequence,
  at: Milliseconds,
  actor_id: Type.String(),
  kind: Type.String(),
  epoch: Type.String({
    description:
      'The history in which the entry was written. An import of the binder begins a new history, but imported entries keep the `epoch` of theirs.',
  }),
  salt: Type.Optional(
    Type.String({
      description: 'A random value that is hashed together with the body. Absent if the body was erased.',
    }),
  ),
  body_hash: Hash,
  hash: Hash,
  erased_at: Type.Optional(Milliseconds),
});

export const listChain = operation('Binders', 'listChain', {
  summary: 'List the hash chain of a binder’s log, and check it',
  description:
    'Allowed for members of the binder. Each entry of the log has a hash of the entry and the previous hash. The server checks the returned entries against the log. If an entry does not match, the list ends before it, and `problem` contains its `seq`. The response does not contain the bodies of the entries: get them from the feed. To get the next entries, send the last `seq` that you received as `after`, until you have received the `seq` of the chain. New entries are part of the chain within a second. This call adds them immediately.',
  params,
  querystring: Type.Object({ after: Type.Optional(Sequence), limit: Limit }),
  data: Type.Object({
    epoch: Type.String(),
    seq: Sequence,
    hash: Type.String({ description: 'The hash of the whole chain: that of the entry `seq`.' }),
    entries: Type.Array(ChainedEntry),
    problem: Type.Optional(Type.Object({ seq: Sequence, reason: Type.String() })),
  }),
});
