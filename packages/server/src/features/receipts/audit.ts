import { BinderId, LogEntry, NumericId, Transaction } from '@ringbinder/protocol';
import Type from 'typebox';
import { accessBinder, orNotFound } from '../../access/index.ts';
import type { Environment } from '../../environment/environment.ts';
import {
  type App,
  Cursor,
  callerOf,
  NextCursor,
  operation,
  readCursor,
  slicePage,
  success,
} from '../../http/index.ts';
import { presentEntry } from '../messages/index.ts';
import { readTransactions } from '../transactions/index.ts';
import { findAllDocuments, findEntries, MAX_DOCUMENTS, MAX_ENTRIES } from './queries.ts';

const Document = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    mime_type: Type.String(),
    size: Type.Integer(),
    sha256: Type.String(),
    created_time: Type.Integer({ description: 'When the document was added to the binder.' }),
    deleted_time: Type.Optional(
      Type.Integer({ description: 'When the document was removed. Absent if it is still in the binder.' }),
    ),
  },
  { title: 'AuditedDocument' },
);

const getAudit = operation('Transactions', 'getTransactionAudit', {
  summary: 'Get the audit of a transaction: its log entries and the documents at that time',
  description:
    'Allowed for members of the binder. `entries` are the log entries of the transaction, oldest first. `documents` are all versions of documents that have been in the binder at any time since the transaction was created. A changed note is another version. A response has at most 1,000 entries and 200 documents. Each of the two lists has its own cursor.',
  params: Type.Object({ binder_id: BinderId, transaction_id: NumericId }),
  querystring: Type.Object({ cursor: Cursor, documents_cursor: Cursor }),
  data: Type.Object({
    transaction: Transaction,
    entries: Type.Array(LogEntry),
    documents: Type.Array(Document),
    total_documents: Type.Integer(),
    next_cursor: NextCursor,
    next_documents_cursor: Type.Optional(
      Type.String({
        description: 'Send it as `documents_cursor` to get more documents. Absent after the last document.',
      }),
    ),
  }),
});

export function auditRoute(app: App, env: Environment): void {
  app.get('/:binder_id/transactions/:transaction_id/audit', { schema: getAudit }, async (request) => {
    const { binder_id: binderId, transaction_id: id } = request.params;
    await accessBinder(env.db, callerOf(request), binderId, 'read');
    const all = await readTransactions(env, env.db, binderId, [id]);
    const transaction = orNotFound(all.get(id), 'transaction', id);
    const { cursor, documents_cursor } = request.query;
    const [after] = readCursor(cursor, ['number'], [0]);
    const [createdAt, fileId] = readCursor(documents_cursor, ['number', 'string'], [0, '']);
    const since = transaction.created_time;
    const emittedEntries = await findEntries(env.db, binderId, id, { since, after });
    const there = await findAllDocuments(env.db, binderId, { since, after: { createdAt, id: fileId } });
    const { rows: entries, ...next } = slicePage(emittedEntries, MAX_ENTRIES, ({ seq }) => [seq]);
    const documents = slicePage(there, MAX_DOCUMENTS, (row) => [row.created_at, row.id]);
    return success({
      transaction,
      entries: entries.map(presentEntry),
      documents: documents.rows.map(({ created_at, deleted_at, total: _, ...document }) => ({
        ...document,
        created_time: created_at,
        ...(deleted_at === null ? {} : { deleted_time: deleted_at }),
      })),
      total_documents: there[0]?.total ?? 0,
      ...next,
      ...(documents.next_cursor === undefined ? {} : { next_documents_cursor: documents.next_cursor }),
    });
  });
}
