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
  epoch: Type.String({ description: 'The history in which it was written; an import preserves it.' }),
  salt: Type.Optional(Type.String({ description: 'Hashed with the body. Absent when the body was erased.' })),
  body_hash: Hash,
  hash: Hash,
  erased_at: Type.Optional(Milliseconds),
});

export const listChain = operation('Binders', 'listChain', {
  summary: 'List the hash chain of a binder’s log, and check it',
  description:
    'Each entry of the log has a hash that covers the entry and the previous hash. The server checks the returned entries against the log. At a mismatch the list ends, and `problem` names the first wrong `seq`. The bodies are in the feed. Continue with `after`, the last returned `seq`, until the end of the chain. Entries are chained within a second, and immediately by this call.',
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
