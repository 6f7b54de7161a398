import { BinderId, Milliseconds, Sequence } from '@ringbinder/protocol';
import Type from 'typebox';
import { Limit, operation } from '../../http/index.ts';

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hexadecimal.' });
const params = Type.Object({ binder_id: BinderId });

const ChainedEntry = Type.Object({
  seq: Sequence,
  at: Milliseconds,
  actor_id: Type.String(),
  kind: Type.String(),
  epoch: Type.String({ description: 'The history in which it was written; an import keeps it.' }),
  salt: Type.Optional(
    Type.String({ description: 'Hashed with the body. Missing when the body was erased.' }),
  ),
  body_hash: Hash,
  hash: Hash,
  erased_at: Type.Optional(Milliseconds),
});

export const listChain = operation('Binders', 'listChain', {
  summary: 'List the hash chain of a binder’s log, and check it',
  description:
    'Each entry of the log has a hash that covers it and the hash of the one before. What is given was checked against the log; where something does not fit, the list ends before it and `problem` names the first such `seq`. The bodies are in the feed. Go on with `after`, the last `seq` given, until it is that of the whole chain. Entries are chained within a second of their writing, and by this call at once.',
  params,
  querystring: Type.Object({ after: Type.Optional(Sequence), limit: Limit }),
  data: Type.Object({
    epoch: Type.String(),
    seq: Sequence,
    hash: Type.String({ description: 'Of the whole chain, at `seq`.' }),
    entries: Type.Array(ChainedEntry),
    problem: Type.Optional(Type.Object({ seq: Sequence, reason: Type.String() })),
  }),
});
