/** Where the rows of a table lie in a Citus cluster. */
export type Place =
  /** Each on the server of its binder, beside all else of that binder. */
  | { key: 'binder_id' | 'id' }
  /** On each server whole, where rows of binders name its rows or are joined to them: changed seldom, and on all at once. */
  | { everywhere: string }
  /** On the coordinator alone: no statement needs it beside rows of a binder. */
  | { coordinator: string };

const ofBinder: Place = { key: 'binder_id' };

/** Every table there is. Whoever makes one says here where its rows would lie. */
export const TABLES: Readonly<Record<string, Place>> = {
  binders: { key: 'id' },
  annotations: ofBinder,
  binder_chain: ofBinder,
  binder_chain_heads: ofBinder,
  binder_log: ofBinder,
  binder_members: ofBinder,
  bot_installs: ofBinder,
  bot_log_cursors: ofBinder,
  // Of a person, and keyed so; but what is asked of it is asked together with the person's binders.
  category_binders: ofBinder,
  clips: ofBinder,
  files: ofBinder,
  invitations: ofBinder,
  meet_captions: ofBinder,
  meet_guest_links: ofBinder,
  meet_invitations: ofBinder,
  meet_recording_jobs: ofBinder,
  meet_recordings: ofBinder,
  meets: ofBinder,
  message_reactions: ofBinder,
  message_words: ofBinder,
  message_words_read: ofBinder,
  messages: ofBinder,
  page_comments: ofBinder,
  page_texts: ofBinder,
  pages: ofBinder,
  search_terms: ofBinder,
  search_terms_read: ofBinder,
  step_links: ofBinder,
  todos: ofBinder,
  transaction_steps: ofBinder,
  transactions: ofBinder,
  uploads: ofBinder,
  usage_read: ofBinder,
  version_starts: ofBinder,
  versions: ofBinder,
  view_links: ofBinder,

  blobs: { everywhere: 'the bytes that files, pictures and covers of all binders name' },
  bots: { everywhere: 'what a bot app is, which is read with the binders that it is in' },
  categories: { everywhere: 'a person’s own names for binders, which category_binders names' },
  clients: { everywhere: 'who may call, which links of binders name' },
  org_bots: { everywhere: 'which user a bot is in an org, which is read with its binders' },
  orgs: { everywhere: 'whose a binder is' },
  partners: { everywhere: 'whose an org is' },
  users: { everywhere: 'who wrote, signed and is a member: nearly every list of a binder reads names' },

  access_tokens: { coordinator: 'tokens are of people' },
  audit_entries: { coordinator: 'of orgs and partners, in one order' },
  authorization_codes: { coordinator: 'tokens are of people' },
  bot_attempts: { coordinator: 'of a bot, over all its binders' },
  bot_events: { coordinator: 'of a bot, in one order over all its binders, and some of none' },
  bot_queues: { coordinator: 'of a bot, claimed by one statement over all its binders' },
  consents: { coordinator: 'of people' },
  direct_binders: { coordinator: 'of two people: one pair has one conversation' },
  embed_frames: { coordinator: 'sign-in in windows of other sites' },
  embed_sign_ins: { coordinator: 'sign-in in windows of other sites' },
  embed_windows: { coordinator: 'sign-in in windows of other sites' },
  departures: { coordinator: 'of people, over all binders in which something waits for them' },
  erasures: { coordinator: 'of people, over all binders they were in' },
  idempotency_keys: { coordinator: 'of callers' },
  org_trusted_clients: { coordinator: 'of orgs' },
  password_guesses: { coordinator: 'sign-in' },
  password_resets: { coordinator: 'sign-in' },
  refresh_tokens: { coordinator: 'tokens are of people' },
  saml_assertions: { coordinator: 'sign-in' },
  saml_identities: { coordinator: 'sign-in' },
  saml_idps: { coordinator: 'sign-in' },
  saml_signing_key: { coordinator: 'of the installation' },
  schema_migrations: { coordinator: 'of the installation' },
  sessions: { coordinator: 'sign-in' },
  settings: { coordinator: 'of the installation' },
  setup_links: { coordinator: 'of the installation' },
  sign_in_devices: { coordinator: 'sign-in' },
  sign_ons: { coordinator: 'sign-in' },
  token_families: { coordinator: 'tokens are of people' },
  usage_active_users: { coordinator: 'figures of orgs' },
  usage_days: { coordinator: 'figures of orgs' },
};

/** The column that rows of a table are spread by; null when they are not. */
export function keyOf(table: string): string | null {
  const place = TABLES[table];
  return place && 'key' in place ? place.key : null;
}
