import assert from 'node:assert/strict';
import { type Answer, type Cast, fileForm, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
});
afterAll(() => service.close());

let keys = 0;
const newKey = () => `key-${++keys}`;
const post = (key: string, path: string, options: { json: unknown } | { body: FormData }) =>
  service.call('POST', path, { token: cast.owner.token, headers: { 'idempotency-key': key }, ...options });
const postText = (key: string, text: string) =>
  post(key, `/${cast.binderId}/messages`, { json: { message: { text } } });
const upload = (key: string) =>
  post(key, `/${cast.binderId}/pageupload`, { body: fileForm('same', 'same.txt') });

const isReplay = (answer: Answer) => answer.headers.get('idempotent-replayed') === 'true';
async function countMessages(text: string): Promise<number> {
  const sql = 'SELECT count(*) AS n FROM messages WHERE text = $1';
  const [row] = await service.env.db.query<{ n: number }>(sql, [text]);
  return Number(row?.n);
}

test('[IDEM-4] of two, and of thirty, requests at once one makes the change and all get its answer', async () => {
  for (const many of [2, 30]) {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: many }, () => postText(key, `at once ${many}`)));
    for (const { status, body } of answers) {
      assert.equal(status, 200);
      assert.deepEqual(body, answers[0]?.body);
    }
    assert.equal(answers.filter(isReplay).length, many - 1);
    assert.equal(await countMessages(`at once ${many}`), 1);
  }
});

test('[IDEM-4] more retries than database connections do not starve the first one', async () => {
  for (const call of [
    (key: string) => post(key, '/me/binders', { json: { name: 'Once' } }),
    upload,
    (key: string) =>
      post(key, `/${cast.binderId}/inviteuser`, { json: { users: [{ user: { id: cast.sameOrg.id } }] } }),
  ]) {
    const key = newKey();
    const many = 2 * service.env.config.databaseConnections + 5;
    const answers = await Promise.all(Array.from({ length: many }, () => call(key)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(answers.filter(isReplay).length, many - 1);
  }
});

test('[IDEM-5] what is cut off in the middle leaves neither key nor change, and the retry does the work', async () => {
  const { db } = service.env;
  const key = newKey();
  await db.transaction(async (tx) => {
    await tx.query('SELECT id FROM binders WHERE id = $1 FOR UPDATE', [cast.binderId]);
    const cut = postText(key, 'cut off');
    const [waiting] = await until('the call waits for the binder', async () => {
      const rows = await db.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE '%binders%'`,
      );
      return rows.length > 0 ? rows : null;
    });
    await db.query('SELECT pg_terminate_backend($1)', [waiting?.pid]);
    const answer = await cut;
    assert.equal(answer.status, 503);
    assert.equal(answer.body.code, 'RESPONSE_ERROR_SERVICE_UNAVAILABLE');
    assert.ok(Number(answer.headers.get('retry-after')) >= 1);
  });
  assert.equal(await countMessages('cut off'), 0);
  assert.deepEqual(await db.query('SELECT key FROM idempotency_keys WHERE key = $1', [key]), []);
  const retry = await postText(key, 'cut off');
  assert.equal(retry.status, 200);
  assert.ok(!isReplay(retry));
  assert.ok(isReplay(await postText(key, 'cut off')));
  assert.equal(await countMessages('cut off'), 1);
});
