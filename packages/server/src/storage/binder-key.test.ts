import assert from 'node:assert/strict';
import { type Cast, startService, type TestService } from '@ringbinder/testkit';
import pg from 'pg';
import { afterAll, beforeAll, test, vi } from 'vitest';

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
});
afterAll(() => service.close());

/** The service reads these tables by person, bot, user, device or client, never by binder. */
const NOT_OF_A_BINDER = new Set([
  'activity',
  'bot_events',
  'bot_queues',
  'category_binders',
  'direct_binders',
  'group_conversations',
  'notification_deliveries',
  'push_queue',
  'saved_messages',
]);

const UNIQUE_INDEXES = `
  SELECT c.relname::text AS table_name, x.relname::text AS name, pg_get_indexdef(i.indexrelid, 1, true) AS first
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
  WHERE i.indisunique AND EXISTS (
    SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'binder_id')`;

const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS table_name, conname AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND confrelid IN (
    SELECT attrelid FROM pg_attribute WHERE attname = 'binder_id')`;

async function misplacedKeys(): Promise<string[]> {
  const unique = await service.env.db.query<{ table_name: string; name: string; first: string }>(
    UNIQUE_INDEXES,
  );
  const foreign = await service.env.db.query<{ table_name: string; name: string; definition: string }>(
    FOREIGN_KEYS,
  );
  return [
    ...unique.filter(({ first }) => first !== 'binder_id'),
    ...foreign.filter(
      ({ definition }) => !/^FOREIGN KEY \(binder_id, .* REFERENCES \w+\(binder_id, /.test(definition),
    ),
  ]
    .filter(({ table_name: table }) => !NOT_OF_A_BINDER.has(table))
    .map(({ table_name: table, name }) => `${table}: ${name}`);
}

test('[DIST-1] the keys of what belongs to a binder begin with it', async () => {
  assert.deepEqual(await misplacedKeys(), []);
});

test('[DIST-1] a key that does not is found', async () => {
  const change = (table: string, what: string) => service.env.db.query(`ALTER TABLE ${table} ${what}`);
  await change('pages', 'ADD CONSTRAINT turned UNIQUE (id, binder_id)');
  await change('todos', 'ADD CONSTRAINT turned FOREIGN KEY (id, binder_id) REFERENCES pages (id, binder_id)');
  const misplaced = await misplacedKeys();
  await change('todos', 'DROP CONSTRAINT turned');
  await change('pages', 'DROP CONSTRAINT turned');
  assert.deepEqual(misplaced.toSorted(), ['pages: turned', 'todos: turned']);
});

const hotCalls: [method: string, path: string, json?: object][] = [
  ['POST', '/messages', { message: { text: 'Hello' } }],
  ['GET', '/messages'],
  ['GET', '/feed'],
  ['POST', '/todos', { name: 'Call back' }],
  ['GET', '/todos'],
  ['GET', '/pages'],
  ['GET', '/transactions'],
  ['GET', ''],
];

test('[DIST-2] statements of hot calls name the binder', async () => {
  const tables = await service.env.db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE column_name = 'binder_id' AND table_schema = 'public'`,
  );
  const names = tables.map(({ name }) => name).filter((name) => !NOT_OF_A_BINDER.has(name));
  const reads = new RegExp(`\\b(FROM|JOIN|UPDATE) (${names.join('|')})\\b`, 'g');
  const query = vi.spyOn(pg.Client.prototype, 'query');
  for (const [method, path, json] of hotCalls) {
    const options = { token: cast.owner.token, ...(json && { json }) };
    const { status } = await service.call(method, `/${cast.binderId}${path}`, options);
    assert.equal(status, 200, `${method} ${path}`);
  }
  const sent = query.mock.calls.map(([statement]) => (statement as { text?: string }).text ?? '');
  query.mockRestore();
  const hot = sent.filter((text) => reads.test(text));
  assert.ok(hot.length >= hotCalls.length, `${hot.length} statements`);
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  for (const text of hot) {
    assert.match(
      text,
      /\b(binder_id|b\.id|id) = (\$\d|ANY\(\$\d)|unnest\(\$1::text\[\], .*\(binder_id, /s,
      text,
    );
    assert.ok(count(text, /\bbinder_id = /g) >= count(text, reads), text);
  }
});
