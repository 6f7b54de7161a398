import type { Database } from '../../storage/database.ts';
import { type ArchivedTable, findColumns } from './queries.ts';

function table(name: string, order: readonly string[], omitted: readonly string[] = []): ArchivedTable {
  return { name, order, key: name === 'binders' ? 'id' : 'binder_id', omitted };
}

/** In an order in which they can be inserted. */
export const ARCHIVED_TABLES: readonly ArchivedTable[] = [
  // Given anew by an import: whose it is there, and the history that begins.
  table('binders', ['id'], ['org_id', 'partner_id', 'epoch']),
  table('binder_members', ['user_id']),
  table('binder_log', ['seq']),
  table('binder_chain', ['seq']),
  table('messages', ['id']),
  table('message_reactions', ['message_id', 'emoji', 'user_id']),
  table('files', ['id']),
  table('pages', ['id']),
  // What search makes of them, and by which rules: who imports them reads them again.
  table('page_texts', ['page_id'], ['terms', 'terms_of', 'reader_version']),
  table('page_comments', ['id']),
  table('annotations', ['page_id', 'client_uuid']),
  table('transactions', ['id']),
  table('transaction_steps', ['id']),
  table('todos', ['id']),
  // Which process has the media of a meet, and whether it is recorded now, is nothing of the binder.
  table('meets', ['id'], ['node_id', 'node_lease_until', 'recorder_id']),
  // Nobody is to get a mail by an import.
  table('meet_invitations', ['meet_id', 'user_id'], ['mail_due_at']),
  table('meet_recordings', ['meet_id', 'file_id']),
  table('meet_captions', ['meet_id', 'seq']),
  table('versions', ['entity', 'id', 'until_seq']),
  table('version_starts', ['seq']),
];

/** Other tables that name binders, and why they are in no archive. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  binder_chain_heads: 'said by the manifest',
  category_binders: 'how one person sorts',
  direct_binders: 'which conversation two people have here',
  invitations: 'lets people in',
  view_links: 'lets people in',
  step_links: 'lets people in',
  meet_guest_links: 'lets people in',
  meet_guests: 'lets people in',
  departures: 'under way',
  uploads: 'under way',
  clips: 'under way',
  meet_recording_jobs: 'under way',
  message_words: 'made of the messages',
  message_words_read: 'made of the messages',
  search_terms: 'made of the log and what it names',
  log_cursors: 'how far consumers have read the log',
  log_cursors_other: 'how far consumers have read the log',
  search_terms_read: 'how far a consumer has read the log',
  usage_read: 'how far a consumer has read the log',
  bot_log_cursors: 'how far a consumer has read the log',
  bot_installs: 'which bots are enabled here',
  bot_events: 'deliveries of this installation',
  bot_queues: 'deliveries of this installation',
};

/** Of those, what would name rows that an import replaces. The head of the chain is moved, never removed. */
export const CLEARED_TABLES: readonly string[] = [
  'step_links',
  'meet_guest_links',
  'meet_guests',
  'meet_recording_jobs',
  'message_words',
  'message_words_read',
  'search_terms',
  'log_cursors',
];

/** The columns that an archive holds of each table. */
export async function archivedColumns(db: Database): Promise<(table: ArchivedTable) => string[]> {
  const columns = await findColumns(
    db,
    ARCHIVED_TABLES.map(({ name }) => name),
  );
  return ({ name, omitted }) => (columns.get(name) ?? []).filter((column) => !omitted.includes(column));
}
