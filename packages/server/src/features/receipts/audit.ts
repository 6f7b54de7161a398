import { BinderId, LogEntry, NumericId, Transaction } from '@ringbinder/protocol';
import Type from 'typebox';
import { accessBinder, found } from '../../access/index.ts';
import type { Environment } from '../../environment.ts';
import { type App, callerOf, operation, success } from '../../http/index.ts';
import { presentEntry } from '../messages/index.ts';
import { readTransactions } from '../transactions/index.ts';
import { findAllDocuments, findEntries } from './queries.ts';

const Document = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    mime_type: Type.String(),
    size: Type.Integer(),
    sha256: Type.String(),
    created_time: Type.Integer({ description: 'From when on it was in the binder.' }),
    deleted_time: Type.Optional(Type.Integer({ description: 'Until when; missing while it is there.' })),
  },
  { title: 'AuditedDocument' },
);

const getAudit = operation({
  id: 'getTransactionAudit',
  summary: 'Get the audit of a transaction: all that happened to it, and the documents that were there',
  description:
    'The entries of the binder’s log that tell of it, oldest first, 1,000 at the most, and the versions of documents that were in the binder from its making on, 200 at the most, with their SHA-256: a text that is changed is another version.',
  tag: 'Transactions',
  params: Type.Object({ binder_id: BinderId, transaction_id: NumericId }),
  data: Type.Object({
    transaction: Transaction,
    entries: Type.Array(LogEntry),
    documents: Type.Array(Document),
    total_documents: Type.Integer(),
  }),
});

/** The audit of one transaction, for who reads the binder. */
export function auditRoute(app: App, env: Environment): void {
  app.get('/:binder_id/transactions/:transaction_id/audit', { schema: getAudit }, async (request) => {
    const { binder_id: binderId, transaction_id: id } = request.params;
    await accessBinder(env.db, callerOf(request), binderId, 'read');
    const all = await readTransactions(env.db, binderId, [id]);
    const transaction = found(all.get(id), 'transaction', id);
    const entries = await findEntries(env.db, binderId, id, transaction.created_time);
    const documents = await findAllDocuments(env.db, binderId, transaction.created_time);
    return success({
      transaction,
      entries: entries.map(presentEntry),
      documents: documents.map(({ created_at, deleted_at, total: _, ...document }) => ({
        ...document,
        created_time: created_at,
        ...(deleted_at === null ? {} : { deleted_time: deleted_at }),
      })),
      total_documents: documents[0]?.total ?? 0,
    });
  });
}
