import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadModule } from 'libpg-query';
import { checkStatements } from './check-statements.ts';
import { judge, type Verdict } from './judge.ts';

before(() => loadModule());

const tables = new Map(
  Object.entries({
    binders: { columns: ['id', 'org_id', 'name', 'seq'], key: 'id' },
    binder_members: { columns: ['binder_id', 'user_id', 'role'], key: 'binder_id' },
    messages: { columns: ['binder_id', 'id', 'user_id', 'text'], key: 'binder_id' },
    versions: { columns: ['binder_id', 'id', 'state'], key: 'binder_id' },
    users: { columns: ['id', 'org_id', 'name'], key: null },
    sessions: { columns: ['id', 'user_id'], key: null },
  }),
);

const statements: Record<Verdict['goes'], string[]> = {
  nowhere: [
    'BEGIN',
    'SELECT name FROM users WHERE id = $1',
    `SELECT 1; SET x = '1'`,
    'INSERT INTO sessions (id, user_id) SELECT $1, id FROM users WHERE org_id = $2',
  ],
  'to one shard': [
    'SELECT name FROM binders WHERE id = $1',
    'SELECT text FROM messages WHERE $1::text = binder_id AND id = ANY($2)',
    'SELECT text FROM messages WHERE (binder_id, id) = ($1, $2)',
    'SELECT text FROM messages WHERE (binder_id, id) IN (SELECT binder_id, id FROM messages WHERE binder_id = $1 LIMIT 5)',
    'SELECT u.name FROM messages m JOIN users u ON u.id = m.user_id WHERE m.binder_id = $1',
    'SELECT FROM binders b JOIN messages m ON m.binder_id = b.id WHERE b.id = $1',
    'SELECT FROM binders b LEFT JOIN messages m ON m.binder_id = b.id WHERE b.id = $1',
    'SELECT FROM messages m JOIN binder_members USING (binder_id) WHERE m.binder_id = $1',
    'SELECT (SELECT count(*) FROM messages WHERE binder_id = b.id) FROM binders b WHERE id = $1',
    'SELECT FROM binders b CROSS JOIN LATERAL (SELECT * FROM messages WHERE binder_id = b.id LIMIT 1) m WHERE b.id = $1',
    'SELECT FROM users WHERE EXISTS (SELECT FROM binder_members WHERE binder_id = $1 AND user_id = users.id)',
    'WITH b AS MATERIALIZED (SELECT id FROM binders WHERE id = $1) SELECT FROM b, messages WHERE binder_id = b.id',
    'WITH m AS (SELECT * FROM messages) SELECT FROM m WHERE binder_id = $1',
    'WITH messages AS NOT MATERIALIZED (SELECT * FROM messages WHERE binder_id = $1) SELECT FROM messages WHERE binder_id = $1',
    'SELECT FROM (SELECT binder_id FROM messages UNION ALL SELECT binder_id FROM versions) x WHERE binder_id = $1',
    `WITH RECURSIVE r AS (SELECT id FROM messages WHERE binder_id = $1 UNION ALL
       SELECT m.id FROM r, messages m WHERE m.binder_id = $1 AND m.id = r.id + 1) SELECT FROM r`,
    'INSERT INTO messages (binder_id, id) VALUES ($1, $2)',
    'INSERT INTO messages (id, binder_id) SELECT $2, id FROM binders WHERE id = $1',
    'INSERT INTO messages (binder_id, id) VALUES ($1, $2) ON CONFLICT (binder_id, id) DO UPDATE SET text = excluded.text',
    'INSERT INTO messages SELECT $1, n FROM unnest($2::bigint[]) AS n',
    'UPDATE messages m SET text = $2 FROM binders b WHERE b.id = $1 AND m.binder_id = b.id',
    'DELETE FROM messages m USING binders b WHERE m.binder_id = b.id AND m.binder_id = $1',
    'WITH moved AS (UPDATE binders SET seq = seq + 1 WHERE id = $1 RETURNING id) INSERT INTO messages (binder_id) SELECT id FROM moved',
    'SELECT FROM binders WHERE id = $1 FOR UPDATE',
    `DECLARE c CURSOR FOR SELECT text FROM messages WHERE binder_id = current_setting('ringbinder.archived_binder')`,
  ],
  'by a list of keys': [
    'SELECT text FROM messages WHERE binder_id = ANY($1::text[])',
    'SELECT text FROM messages WHERE binder_id IN ($1, $2)',
    'SELECT FROM unnest($1::text[]) AS wanted (id) JOIN messages m ON m.binder_id = wanted.id JOIN binders b ON b.id = m.binder_id',
    'INSERT INTO messages (binder_id) SELECT unnest FROM unnest($1::text[])',
  ],
  'to all shards': [
    'SELECT count(*) FROM messages',
    'SELECT FROM messages WHERE binder_id = $1 OR id = $2',
    'SELECT FROM messages WHERE binder_id <> $1',
    'SELECT FROM messages WHERE NOT (binder_id = $1)',
    'SELECT FROM messages WHERE binder_id = coalesce($1, binder_id)',
    'SELECT FROM binders b, messages m WHERE b.id = $1',
    'SELECT FROM binders b LEFT JOIN messages m ON b.id = $1 AND m.binder_id = b.id',
    'SELECT FROM binders b LEFT JOIN messages m ON m.binder_id = $1',
    'SELECT FROM binders b WHERE EXISTS (SELECT FROM messages m WHERE m.binder_id = $1 AND m.binder_id = b.id)',
    'SELECT FROM binders WHERE id = $1 AND EXISTS (SELECT FROM messages WHERE user_id = $2)',
    'WITH m AS MATERIALIZED (SELECT * FROM messages) SELECT FROM m WHERE binder_id = $1',
    'WITH m AS (SELECT * FROM messages) SELECT FROM m, m AS n WHERE m.binder_id = $1 AND n.binder_id = $1',
    'SELECT FROM (SELECT * FROM messages ORDER BY id LIMIT 5) m WHERE binder_id = $1',
    'SELECT FROM (SELECT *, row_number() OVER (ORDER BY id) FROM messages) m WHERE binder_id = $1',
    'SELECT FROM (SELECT binder_id FROM messages WHERE binder_id = $1 UNION SELECT binder_id FROM versions) x',
    'SELECT FROM messages m JOIN binders b ON b.id = m.binder_id WHERE m.user_id = $1',
    'SELECT FROM messages WHERE binder_id = (SELECT org_id FROM users WHERE id = $1)',
    'SELECT FROM messages a, messages b WHERE a.binder_id = $1 AND b.binder_id = $2',
    'SELECT FROM messages a, messages b WHERE a.binder_id = ANY($1) AND b.binder_id = ANY($1)',
    'INSERT INTO messages (id) VALUES ($1)',
    'INSERT INTO messages (binder_id) VALUES ($1), ($2)',
    'INSERT INTO messages (binder_id, id) SELECT id, 1 FROM binders',
    'UPDATE messages SET text = $1 WHERE id = $2',
    'DELETE FROM messages m USING binders b WHERE b.id = $1 AND m.id = b.seq',
    `SELECT 1 FROM users; DELETE FROM messages`,
  ],
};

test('[DIST-2] a statement is judged by the keys it gives, in joins, subqueries, WITH and what it changes', () => {
  for (const [expected, texts] of Object.entries(statements))
    for (const text of texts) assert.equal(judge(text, tables).goes, expected, text);
});

const problems: [text: string, problem: RegExp][] = [
  ['SELECT FROM binders FOR UPDATE', /locks rows of several shards/],
  [
    'SELECT FROM messages a, messages b WHERE a.binder_id = $1 AND b.binder_id = $2',
    /several keys that need not be equal/,
  ],
  ['UPDATE messages SET binder_id = $2 WHERE binder_id = $1', /changes binder_id of messages/],
  [
    'INSERT INTO messages (binder_id) VALUES ($1) ON CONFLICT (binder_id) DO UPDATE SET binder_id = $2',
    /changes binder_id/,
  ],
  ['WITH x AS (DELETE FROM sessions) DELETE FROM messages WHERE binder_id = $1', /changes sessions too/],
  ['MERGE INTO messages m USING users u ON m.id = 1 WHEN MATCHED THEN DELETE', /holds MergeStmt/],
  ['SELECT FROM messages TABLESAMPLE SYSTEM (1) WHERE binder_id = $1', /holds RangeTableSample/],
];

test('[DIST-2] what works on one shard only, and what is not read, is told', () => {
  for (const [text, problem] of problems) assert.match(judge(text, tables).problems.join(), problem, text);
});

test('[DIST-3] a statement without its key is told of with its file, unless the list has it with all of its tables', () => {
  const text = 'SELECT b.id\n  FROM binders b\n  WHERE b.org_id = $1';
  const recorded = [
    { text, file: 'features/orgs/queries.ts' },
    { text: 'BEGIN', file: '' },
  ];
  const check = (statements: Record<string, string>) =>
    checkStatements(recorded, tables, [{ why: 'of an org', statements }]);
  const [problem = ''] = check({}).problems;
  assert.match(
    problem,
    /^features\/orgs\/queries.ts: SELECT b.id FROM binders b WHERE b.org_id = \$1\n {2}is not given the binder of binders b$/,
  );
  assert.deepEqual(check({ 'FROM binders b WHERE b.org_id': 'binders b' }).problems, []);
  assert.equal(check({ 'FROM binders b WHERE b.org_id': 'binders' }).problems.length, 1, 'another table');
  assert.deepEqual(check({ 'FROM binders b WHERE b.org_id': 'binders b', 'FROM messages': '' }).unused, [
    'FROM messages',
  ]);
});
