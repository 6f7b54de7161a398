import assert from 'node:assert/strict';
import { type Cast, type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { auditFields } from '../audit/details.ts';
import { eraseDue } from './erase.ts';

const MARKER = 'Gwendolyn';
const OF_A_PERSON = /(^|_)(user|actor|creator|assignee|host|owner|person|recorder)_id$|_by$|^target$/;

const AUDITED = [...new Set([...auditFields['user.create'], ...auditFields['user.update']])].filter(
  (field) => !['role', 'is_partner_admin', 'mail_setup_link', 'language', 'disabled'].includes(field),
);

interface Column extends Record<string, unknown> {
  table: string;
  column: string;
  type: string;
  is_key: boolean;
  refers: string | null;
}

let service: TestService;
let cast: Cast;
let admin: CreatedUser;
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
  admin = await service.make.user({ partner: cast.partner, client: cast.client });
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.id]);
});
afterAll(() => service.close());

function readColumns(): Promise<Column[]> {
  return service.env.db.query<Column>(
    `SELECT c.table_name::text AS table, c.column_name::text AS column, c.udt_name::text AS type,
       EXISTS (
         SELECT FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY(k.conkey)
         WHERE k.conrelid = format('%I', c.table_name)::regclass AND k.contype = 'p' AND a.attname = c.column_name
       ) AS is_key,
       (SELECT k.confrelid::regclass::text FROM pg_constraint k
         JOIN pg_attribute a ON a.attrelid = k.conrelid AND k.conkey = ARRAY[a.attnum]
         WHERE k.conrelid = format('%I', c.table_name)::regclass AND k.contype = 'f' AND a.attname = c.column_name LIMIT 1
       ) AS refers
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
     ORDER BY c.table_name, c.ordinal_position`,
  );
}

function fillingOf({ table, column, type }: Column): unknown {
  const mark = `${MARKER} ${table}.${column}`;
  if (type === 'text') return mark;
  if (type === '_text') return [mark];
  if (table === 'audit_entries' && column === 'details')
    return JSON.stringify(Object.fromEntries(AUDITED.map((field) => [field, mark])));
  if (type === 'jsonb') return JSON.stringify({ name: mark, text: mark });
  if (type === 'bytea') return Buffer.from(mark);
  if (type === 'bool') return false;
  if (/^(int|float|numeric)/.test(type)) return column === 'id' ? 999_999 : 1;
  if (/^_(int|float)/.test(type)) return [1];
  if (type === 'timestamptz' || type === 'date') return new Date(0);
  if (type === 'tsvector') return MARKER;
  throw new Error(`the test knows no value of type ${type} (${table}.${column})`);
}

const isOfPerson = (each: Column) => each.refers === 'users' || OF_A_PERSON.test(each.column);

interface Ids {
  binder: string;
  person: string;
  org: string;
  partner: string;
}

/** The test's values violate the check constraints. */
async function dropChecks(): Promise<void> {
  const { db } = service.env;
  const checks = await db.query<{ name: string; table: string }>(
    `SELECT conname AS name, conrelid::regclass::text AS table FROM pg_constraint
     WHERE contype = 'c' AND connamespace = current_schema()::regnamespace`,
  );
  for (const { name, table } of checks) await db.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
}

async function fill(columns: readonly Column[], ids: Ids): Promise<void> {
  const { db } = service.env;
  const table = columns[0]?.table ?? '';
  const values = columns.map((each) => {
    if (each.column === 'binder_id' || each.refers === 'binders') return ids.binder;
    if (each.refers === 'orgs' || each.column === 'org_id') return ids.org;
    if (each.refers === 'partners' || each.column === 'partner_id') return ids.partner;
    if (isOfPerson(each)) return ids.person;
    if (table === 'transaction_steps' && each.column === 'answers')
      return JSON.stringify({ [ids.person]: { name: `${MARKER} answered` } });
    if (table === 'transaction_steps' && each.column === 'signatures')
      return JSON.stringify({ [ids.person]: { place: { text: `${MARKER} signed` } } });
    if (each.is_key && each.type === 'text') return `key-${table}`;
    return fillingOf(each);
  });
  await db.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(
      `INSERT INTO ${table} (${columns.map(({ column }) => `"${column}"`).join(', ')}) OVERRIDING SYSTEM VALUE
       VALUES (${values.map((_, index) => `$${index + 1}`).join(', ')}) ON CONFLICT DO NOTHING`,
      values,
    );
  });
}

async function marked(columns: readonly Column[]): Promise<string[]> {
  const missing: string[] = [];
  for (const [table, its] of Map.groupBy(columns, (each) => each.table)) {
    const [row] = await service.env.db.query<Record<string, boolean>>(
      `SELECT ${its
        .map(({ column, type }) => {
          const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`;
          return `coalesce(bool_or(${text} ILIKE '%${MARKER}%'), false) AS "${column}"`;
        })
        .join(', ')} FROM ${table}`,
    );
    missing.push(...its.filter(({ column }) => row?.[column]).map(({ column }) => `${table}.${column}`));
  }
  return missing;
}

/**
 * Columns that keep a person's data, keyed by the reason. A new column fails a test until it is erased or listed here.
 */
const REMAINS: Readonly<Record<string, readonly string[]>> = {
  'the binder up to which a job has come, until it is done': [
    'departures.last_binder_id',
    'person_group_changes.last_binder_id',
  ],
  'of a run of a template, until its binder is done, and a report for 90 days': [
    ...['transaction_run_items.of_binder', 'transaction_run_items.input', 'transaction_run_items.failure'],
    'transaction_runs.template_id',
  ],
  'what a binder consists of, whoever made it': [
    ...['binders.name', 'binders.description', 'binders.cover_sha256', 'binders.cover_type', 'binders.epoch'],
    ...['files.name', 'files.sha256', 'files.mime_type', 'files.pdf_sha256', 'files.conversion'],
    'files.first_file_id',
    ...['page_captions.kind', 'page_captions.language', 'page_captions.vtt'],
    ...['todos.name', 'todos.description', 'meets.name', 'meets.agenda', 'meets.session_key', 'meets.state'],
    'meets.series_key',
    'meet_invitations.mailed_repeat',
    ...['meets.repeat', 'meets.node_id', 'meet_captions.language', 'messages.reply_to', 'messages.reactions'],
    ...['meet_recording_jobs.state', 'meet_recording_jobs.problem', 'meet_recording_jobs.marks'],
    ...['clips.name', 'clips.file_id', 'clips.refusal', 'search_terms.terms'],
    'search_lexemes.lexemes',
    ...['uploads.name', 'uploads.metadata', 'uploads.file_id', 'uploads.refusal'],
  ],
  'what was confirmed, by whom': [
    ...['transactions.title', 'transactions.content', 'transactions.display_text', 'transactions.outcome'],
    ...['transactions.display_style', 'transaction_steps.action_style', 'transaction_steps.actions'],
    ...['transaction_steps.clicked_button_id', 'step_links.client_id'],
    ...['transactions.reminders', 'transaction_steps.reminders'],
    ...['transaction_steps.assignee_ids', 'transaction_steps.presses', 'transactions.observer_ids'],
    'meets.attendee_ids',
    'meets.declined_ids',
    'meets.present_ids',
    'meets.rings',
    'meet_invitations.reply',
    ...['transaction_steps.delegates', 'transaction_steps.fields', 'transaction_steps.reads'],
    'transaction_steps.views',
    ...['transaction_steps.file_requests', 'transaction_steps.deliveries'],
    ...['transaction_steps.signature_places', 'files.signed_steps', 'files.signed_file_id'],
    ...['transaction_steps.group_ids', 'transactions.template_id'],
  ],
  'a role': ['users.role', 'binder_members.role', 'invitations.role'],
  'a language': ['users.language', 'users.default_language'],
  'invitations of others by the person': ['invitations.value'],
  'what an action was, in the audit log': ['audit_entries.action'],
  'sign-ins that the audit stream has not sent, for 30 days': [
    ...['sign_in_events.action', 'sign_in_events.method', 'sign_in_events.client_id'],
    ...['sign_in_events.address', 'sign_in_events.reason'],
  ],
  'events of bots, for their days': [
    ...['bot_attempts.reason', 'bot_attempts.answer', 'bot_events.message_id', 'bot_events.kind'],
    ...['bot_events.body', 'bot_events.state', 'bot_queues.lease'],
  ],
  'digests, by which an erasure that runs again finds invitations': ['erasures.addresses'],
  'a digest, of the erased state once the log has it': ['client_log_users.digest'],
  'random ids of traces, for their days': ['log_traces.traceparent', 'bot_events.traceparent'],
  'tokens that are revoked, and names of clients': [
    ...['access_tokens.hash', 'access_tokens.family_id', 'access_tokens.client_id', 'access_tokens.scope'],
    ...['access_tokens.session_id', 'authorization_codes.hash', 'authorization_codes.client_id'],
    ...['authorization_codes.redirect_uri', 'authorization_codes.scope', 'authorization_codes.challenge'],
    ...['authorization_codes.family_id', 'token_families.client_id', 'token_families.scope'],
  ],
  'a sign-in under way, for ten minutes': [
    ...['embed_sign_ins.challenge', 'embed_sign_ins.browser', 'embed_sign_ins.client_id'],
    ...['embed_sign_ins.origin', 'embed_sign_ins.next', 'embed_sign_ins.error_code'],
    'embed_sign_ins.error_message',
  ],
  'of an org, by another kind of owner': [
    ...['saml_idps.name', 'saml_idps.certificates', 'saml_idps.sso_url', 'saml_idps.sso_binding'],
  ],
};

async function inviteByAddress(ids: Ids, person: { email: string; uniqueId: string }): Promise<void> {
  const { db } = service.env;
  for (const [kind, value] of [
    ['email', person.email],
    ['unique_id', person.uniqueId],
  ]) {
    await db.query(
      `INSERT INTO binder_log (binder_id, seq, at, kind, actor_id, body)
       SELECT $1, 500000 + length($2), 1, 'member_invited', $3, jsonb_build_object($2::text, $4::text, 'org_id', $5::text)`,
      [ids.binder, kind, admin.id, value, ids.org],
    );
    await db.query(
      `INSERT INTO invitations (binder_id, org_id, kind, key, value, role, invited_by, message, created_at, updated_at, expires_at)
       VALUES ($1, $2, $3, CASE $3 WHEN 'email' THEN lower($4) ELSE $4 END, $4, 'editor', $5, '', 1, 1, 4000000000000)`,
      [ids.binder, ids.org, kind, value, admin.id],
    );
  }
  await db.query(
    `INSERT INTO audit_entries (at, actor_id, partner_id, org_id, action, target, details, address)
     VALUES (1, $1, $2, $3, 'setup.claim', $2, jsonb_build_object('email', $4::text), '')`,
    [ids.person, ids.partner, ids.org, person.email],
  );
}

test('[GDPR-2] [GDPR-3] of every column of every table the words of an erased person are gone', async () => {
  const { db } = service.env;
  const columns = await readColumns();
  const { id: person } = await service.make.user({ partner: cast.partner, client: cast.client });
  const json = { name: 'Shared' };
  const { body } = await service.call('POST', '/me/binders', { token: cast.owner.token, json });
  const [place] = await db.query<{ org: string; partner: string }>(
    'SELECT org_id AS org, partner_id AS partner FROM users WHERE id = $1',
    [person],
  );
  assert.ok(place);
  const ids = { ...place, binder: body.data.id as string, person };
  await dropChecks();
  for (const its of Map.groupBy(columns, ({ table }) => table).values())
    if (its.some(isOfPerson)) await fill(its, ids);
  const ofUser = columns.filter(
    (each) => each.table === 'users' && /^(text|jsonb)$/.test(each.type) && !each.is_key && !each.refers,
  );
  for (const each of ofUser)
    await db.query(`UPDATE users SET "${each.column}" = $2 WHERE id = $1`, [person, fillingOf(each)]);
  const [own] = await db.query<{ email: string; uniqueId: string }>(
    'SELECT email, unique_id AS "uniqueId" FROM users WHERE id = $1',
    [person],
  );
  assert.ok(own);
  await inviteByAddress(ids, own);
  const written = await marked(columns);
  for (const column of [
    'users.picture_key',
    'users.status',
    'users.working_hours',
    'users.org_unit',
    'messages.richtext',
    'sign_in_devices.hash',
  ])
    assert.ok(written.includes(column), `${column} was filled`);
  await db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [person]);
  const path = `/orgs/${ids.org}/users/${person}/erase`;
  const answer = await service.call('POST', path, { token: admin.token, json: { content: true } });
  assert.equal(answer.status, 200, answer.body.message);
  await eraseDue(service.env);
  const remaining = (await marked(columns)).filter((column) => column !== 'invitations.value');
  const allowed = new Set(Object.values(REMAINS).flat());
  assert.deepEqual(
    remaining.filter((column) => !allowed.has(column)),
    [],
  );
  const left = await db.query<{ value: string }>(
    `SELECT value FROM invitations WHERE value ILIKE '%${MARKER}%'`,
  );
  assert.deepEqual(left, [{ value: `${MARKER} invitations.value` }]);
});

test('[GDPR-3] the list of what remains names only columns that exist', async () => {
  const all = new Set((await readColumns()).map(({ table, column }) => `${table}.${column}`));
  assert.deepEqual(
    Object.values(REMAINS)
      .flat()
      .filter((column) => !all.has(column)),
    [],
  );
});
