/** SQL for the `id` of a row `r` as text, and for its comparison with `key.id`. */
interface HistoryKey {
  id: string;
  isKey: string;
  /** True if the table's history begins at `version_starts.todos_seq`. */
  isLater?: boolean;
}

/** A string is the reason why the table is not archived, has no history or is not exported. */
interface TableClass<History = HistoryKey | string> {
  /** `order` is the primary key without the binder. */
  archive: { order: readonly string[]; omitted: readonly string[] } | string;
  /** True if an import deletes the rows, because they refer to rows that it replaces. */
  isCleared: boolean;
  history: History;
  /** Columns with ids of users whose exports contain the row. */
  exported: readonly string[] | string;
  /** Columns with ids of other users. */
  named: readonly string[];
}

const ID = { id: 'r.id::text', isKey: 'r.id = key.id::bigint' };
const textKey = (column: string) => ({ id: `r.${column}`, isKey: `r.${column} = key.id` });
const LATER_ID = { ...ID, isLater: true };
const ANNOTATION = {
  id: `r.page_id || '/' || r.client_uuid`,
  isKey: `r.page_id = split_part(key.id, '/', 1)::bigint AND r.client_uuid = substr(key.id, strpos(key.id, '/') + 1)`,
};

const NOBODY = 'names nobody';
const BOT = 'of a bot';
const OPENS = 'would let someone in';
const UNDER_WAY = 'under way';
const CURSOR = 'how far a consumer has read the log';
const IN_LOG = 'the log has what counts';
const NEVER = 'never changes';
const NO_BINDER = 'not of a binder';

function archived<History extends HistoryKey | string>(
  order: readonly string[],
  history: History,
  exported: readonly string[] | string,
  { omitted = [], named = [] }: { omitted?: readonly string[]; named?: readonly string[] } = {},
): TableClass<History> {
  return { archive: { order, omitted }, isCleared: false, history, exported, named };
}

function excluded(
  reason: string,
  exported: readonly string[] | string,
  isCleared = false,
): TableClass<string> {
  return { archive: reason, isCleared, history: reason, exported, named: [] };
}

function outside(exported: readonly string[] | string): TableClass<string> {
  return { archive: NO_BINDER, isCleared: false, history: NO_BINDER, exported, named: [] };
}

/** In import order: each archived table follows the tables that it references. */
export const TABLES = {
  binders: archived(['id'], 'read as it is now', 'the binder’s', {
    // An import assigns the omitted columns and begins a new history.
    omitted: ['org_id', 'partner_id', 'epoch'],
    named: ['owner_id'],
  }),
  binder_members: archived(['user_id'], textKey('user_id'), ['user_id']),
  binder_log: archived(['seq'], NEVER, 'the binder’s', { named: ['actor_id'] }),
  binder_chain: archived(['seq'], NEVER, NOBODY),
  messages: archived(['id'], ID, ['user_id'], { named: ['mentions', 'pinned_by', 'forwarded_from'] }),
  message_reactions: archived(['message_id', 'emoji', 'user_id'], 'in the row of the message', ['user_id']),
  thread_followers: archived(['thread_id', 'user_id'], 'of one person', ['user_id']),
  files: archived(['id'], textKey('id'), ['user_id']),
  sections: archived(['id'], ID, NOBODY),
  pages: archived(['id'], ID, NOBODY),
  // Search rebuilds the omitted columns after an import.
  page_texts: archived(['page_id'], 'only search reads it', NOBODY, {
    omitted: ['terms', 'terms_of', 'lexemes', 'lexemes_of', 'reader_version'],
  }),
  page_captions: archived(['page_id', 'kind'], 'only the current ones are shown', NOBODY),
  page_comments: archived(['id'], LATER_ID, ['user_id']),
  annotations: archived(['page_id', 'client_uuid'], ANNOTATION, ['user_id']),
  transactions: archived(['id'], ID, ['creator_id', 'observer_ids']),
  transaction_steps: archived(['id'], ID, ['assignee_id', 'assignee_ids'], { named: ['escalate_to'] }),
  todos: archived(['id'], LATER_ID, ['creator_id', 'assignee_id', 'completed_by']),
  // Without these values, an imported meet does not ring, and belongs to no process.
  meets: archived(['id'], IN_LOG, ['host_id'], {
    omitted: [
      'node_id',
      'node_lease_until',
      'recorder_id',
      'attendee_ids',
      'declined_ids',
      'knocked_at',
      'present_ids',
      'rings',
    ],
  }),
  meet_invitations: archived(['meet_id', 'user_id'], IN_LOG, ['user_id'], {
    omitted: ['mail_due_at'],
    named: ['invited_by'],
  }),
  meet_recordings: archived(['meet_id', 'file_id'], NEVER, NOBODY),
  meet_captions: archived(['meet_id', 'seq'], NEVER, ['user_id']),
  versions: archived(['entity', 'id', 'until_seq'], 'is the history', 'the binder’s'),
  version_starts: archived(['seq'], 'is of the history', NOBODY),

  binder_chain_heads: excluded('the manifest has it', NOBODY),
  category_binders: excluded('of one person', ['user_id']),
  direct_binders: excluded('of two people here', 'their conversation is given'),
  group_conversations: excluded('of some people here', 'their conversation is given'),
  invitations: excluded(OPENS, 'of the people who are invited'),
  view_links: excluded(OPENS, OPENS),
  step_links: excluded(OPENS, OPENS, true),
  meet_guest_links: excluded(OPENS, OPENS, true),
  meet_guests: excluded(OPENS, NOBODY, true),
  saved_messages: excluded('of one person', ['user_id'], true),
  departures: excluded(UNDER_WAY, UNDER_WAY),
  uploads: excluded(UNDER_WAY, UNDER_WAY),
  clips: excluded(UNDER_WAY, UNDER_WAY),
  page_editors: excluded(UNDER_WAY, UNDER_WAY, true),
  meet_recording_jobs: excluded(UNDER_WAY, UNDER_WAY, true),
  message_words: excluded('made of the messages', NOBODY, true),
  message_words_read: excluded('made of the messages', NOBODY, true),
  search_terms: excluded('made of the log and what it names', 'in the rows that it names', true),
  search_lexemes: excluded('made of the log and what it names', 'in the rows that it names', true),
  activity: excluded('made of the log', ['user_id'], true),
  log_cursors: excluded(CURSOR, NOBODY, true),
  log_traces: excluded('of this installation, for a day', NOBODY, true),
  log_cursors_other: excluded(CURSOR, NOBODY),
  search_terms_read: excluded(CURSOR, NOBODY),
  usage_read: excluded(CURSOR, NOBODY),
  bot_log_cursors: excluded(CURSOR, NOBODY),
  push_queue: excluded(UNDER_WAY, UNDER_WAY, true),
  link_preview_queue: excluded(UNDER_WAY, UNDER_WAY, true),
  // An import queues missing signatures again.
  signature_jobs: excluded(UNDER_WAY, NOBODY, true),
  mail_marks: excluded(UNDER_WAY, UNDER_WAY, true),
  mail_answers: excluded(OPENS, NOBODY, true),
  reply_addresses: excluded(OPENS, OPENS, true),
  bot_installs: excluded('bots of this installation', BOT),
  bot_events: excluded('deliveries of this installation', BOT),
  bot_queues: excluded('deliveries of this installation', BOT),
  notification_deliveries: excluded('deliveries of this installation', 'of deliveries, without texts'),

  schema_migrations: outside(NOBODY),
  settings: outside(NOBODY),
  partners: outside(NOBODY),
  orgs: outside(NOBODY),
  users: outside(['id']),
  clients: outside(NOBODY),
  bots: outside(NOBODY),
  notification_receivers: outside(NOBODY),
  org_bots: outside(BOT),
  org_trusted_clients: outside(NOBODY),
  token_families: outside(OPENS),
  access_tokens: outside(OPENS),
  refresh_tokens: outside(OPENS),
  authorization_codes: outside(OPENS),
  password_resets: outside(OPENS),
  password_guesses: outside(NOBODY),
  setup_mails: outside(UNDER_WAY),
  setup_links: outside(NOBODY),
  sessions: outside(['user_id']),
  ended_sessions: outside(UNDER_WAY),
  sign_in_devices: outside(['user_id']),
  push_subscriptions: outside(['user_id']),
  mail_queue: outside(UNDER_WAY),
  mail_bounces: outside(UNDER_WAY),
  sign_ons: outside(UNDER_WAY),
  consents: outside(['user_id']),
  saml_idps: outside(NOBODY),
  saml_identities: outside(['user_id']),
  saml_assertions: outside(NOBODY),
  saml_signing_key: outside(NOBODY),
  embed_windows: outside(NOBODY),
  embed_frames: outside(NOBODY),
  embed_sign_ins: outside(UNDER_WAY),
  idempotency_keys: outside(NOBODY),
  categories: outside(['user_id']),
  blobs: outside(NOBODY),
  background_work: outside(NOBODY),
  audit_entries: outside(['actor_id', 'target']),
  audit_stream: outside(NOBODY),
  sign_in_events: outside(UNDER_WAY),
  usage_days: outside(NOBODY),
  usage_active_users: outside(['user_id']),
  bot_attempts: outside(BOT),
  client_logs: outside(NOBODY),
  client_log_users: outside('a digest of the user'),
  user_changes: outside(UNDER_WAY),
  erasures: outside(UNDER_WAY),
  person_groups: outside(NOBODY),
  person_group_members: outside(['user_id']),
  person_group_changes: outside(UNDER_WAY),
  transaction_templates: outside(NOBODY),
  transaction_template_versions: outside(NOBODY),
  transaction_runs: outside(['creator_id']),
  transaction_run_items: outside(UNDER_WAY),
  receipt_certificates: outside(NOBODY),
  delegations: { ...outside(['user_id', 'delegate_id']), named: ['created_by'] },
} as const satisfies Record<string, TableClass>;

export type TableName = keyof typeof TABLES;

export type VersionedTable = {
  [K in TableName]: (typeof TABLES)[K]['history'] extends string ? never : K;
}[TableName];

export const tableClasses: readonly (readonly [name: string, TableClass])[] = Object.entries(TABLES);
