import type { Database } from '../../storage/database.ts';
import { tableClasses } from '../../storage/tables.ts';

const BINDERS_AT_ONCE = 50;

/** The condition selects rows `r` of person `$1`. */
const IN_BINDERS = tableClasses.flatMap(([table, { archive, exported }]) =>
  typeof archive === 'string' || typeof exported === 'string'
    ? []
    : [[table, `(${exported.map(isOfPerson).join(' OR ')})`] as const],
);

function isOfPerson(column: string): string {
  return column.endsWith('_ids') ? `$1 = ANY(r.${column})` : `r.${column} = $1`;
}

/** `$1` is the user. Secrets are omitted. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  profile: `SELECT id, org_id, email, unique_id, name, first_name, last_name, picture_url, timezone, language, org_unit, role,
      title, working_hours, status, status_until, notification_settings, created_at, updated_at, disabled_at FROM users WHERE id = $1`,
  sessions: `SELECT id, method, address, user_agent, created_at, seen_at, expires_at FROM sessions WHERE user_id = $1
      ORDER BY created_at, id`,
  sign_in_devices: 'SELECT seen_at FROM sign_in_devices WHERE user_id = $1 ORDER BY seen_at',
  consents: 'SELECT client_id, scope, created_at FROM consents WHERE user_id = $1 ORDER BY client_id',
  saml_identities: `SELECT idp_id, org_id, name_id, created_at FROM saml_identities WHERE user_id = $1
      ORDER BY owner_id, idp_id, org_id, name_id`,
  categories: 'SELECT id, name, created_at FROM categories WHERE user_id = $1 ORDER BY id',
  category_binders:
    'SELECT category_id, binder_id FROM category_binders WHERE user_id = $1 ORDER BY binder_id',
  saved_messages: `SELECT binder_id, message_id, saved_at, remind_at, reminded_at FROM saved_messages WHERE user_id = $1
      ORDER BY binder_id, message_id`,
  activity: `SELECT binder_id, kind, message_id, item_id, created_at, read_at FROM activity WHERE user_id = $1
      ORDER BY created_at, id`,
  push_subscriptions:
    'SELECT device, created_at FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at, id',
  active_days: 'SELECT org_id, day FROM usage_active_users WHERE user_id = $1 ORDER BY org_id, day',
  delegations: `SELECT user_id, delegate_id, starts_at, ends_at, created_at FROM delegations WHERE user_id = $1 OR delegate_id = $1
      ORDER BY id`,
  transaction_runs:
    'SELECT id, template_id, template_version, created_at FROM transaction_runs WHERE creator_id = $1 ORDER BY id',
  groups: `SELECT g.org_id, g.id, g.name FROM person_group_members m JOIN person_groups g ON g.id = m.group_id
      WHERE m.user_id = $1 ORDER BY g.id`,
  audit:
    'SELECT at, actor_id, action, target, details, address FROM audit_entries WHERE actor_id = $1 OR target = $1 ORDER BY id',
};

export const PERSONAL_ROWS: readonly string[] = [
  ...Object.keys(ELSEWHERE),
  ...IN_BINDERS.map(([table]) => table),
];

export interface PersonalRows {
  name: string;
  lines: string[];
}

type NamedLine = { name: string; line: string };

const READ_ELSEWHERE = Object.entries(ELSEWHERE)
  .map(
    ([name, statement], place) =>
      `SELECT ${place} AS place, '${name}' AS name, row_number() OVER () AS number, to_jsonb(r)::text AS line
       FROM (${statement}) r`,
  )
  .join(' UNION ALL ');

const userEntryOf = (object: string) =>
  `CASE WHEN ${object} ? $1 THEN jsonb_build_object($1::text, ${object}->$1) END`;

/** Omits search words, and other people's answers and signatures. */
const rowOf = (table: string) =>
  table === 'transaction_steps'
    ? `to_jsonb(r) || jsonb_build_object('answers', ${userEntryOf('r.answers')}, 'signatures', ${userEntryOf('r.signatures')})`
    : `to_jsonb(r) - 'words'`;

const FIND_IN_BINDERS = IN_BINDERS.map(
  ([table, isTheirs], place) =>
    `SELECT ${place} AS place, '${table}' AS name, r.binder_id, (${rowOf(table)})::text AS line
     FROM batch JOIN ${table} r ON r.binder_id = batch.id WHERE ${isTheirs}`,
).join(' UNION ALL ');

export async function* readPersonalRows(db: Database, userId: string): AsyncGenerator<PersonalRows> {
  const elsewhere = `SELECT name, line FROM (${READ_ELSEWHERE}) every_row ORDER BY place, number`;
  yield* byName(await db.query<NamedLine>(elsewhere, [userId]));
  // Reads batches of binders, because no table has an index by person.
  for (let last = ''; ; ) {
    const rows = await db.query<Partial<NamedLine> & { last: string | null }>(
      `WITH batch AS (
         SELECT id FROM binders WHERE partner_id = (SELECT partner_id FROM users WHERE id = $1) AND id > $2
         ORDER BY id LIMIT ${BINDERS_AT_ONCE}
       )
       SELECT name, line, (SELECT max(id) FROM batch) AS last
       FROM (SELECT) one LEFT JOIN (${FIND_IN_BINDERS}) found ON true ORDER BY place, binder_id`,
      [userId, last],
    );
    yield* byName(rows.filter((row): row is typeof row & NamedLine => row.line != null));
    const next = rows[0]?.last;
    if (!next) return;
    last = next;
  }
}

function* byName(rows: readonly NamedLine[]): Generator<PersonalRows> {
  for (const [name, ofName] of Map.groupBy(rows, (row) => row.name))
    yield { name, lines: ofName.map(({ line }) => line) };
}

export async function findPersonalBlobs(
  db: Database,
  lines: ReadonlySet<string>,
): Promise<{ sha256: string; size: number }[]> {
  return db.query('SELECT sha256, size FROM blobs WHERE sha256 = ANY($1) ORDER BY sha256', [[...lines]]);
}
