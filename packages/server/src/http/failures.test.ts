import assert from 'node:assert/strict';
import { type Answer, type Cast, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { type SeverableServer, severServer } from './testing/severable-server.ts';

let server: SeverableServer;
let service: TestService;
let cast: Cast;
beforeAll(async () => {
  server = await severServer();
  service = await startService();
  cast = await service.make.cast();
});
afterAll(async () => {
  await service.close();
  await server.close();
});

const getMe = () => service.call('GET', '/me', { token: cast.owner.token });
const postText = (text: string) =>
  service.call('POST', `/${cast.binderId}/messages`, {
    token: cast.owner.token,
    json: { message: { text } },
  });

async function whileBroken(table: string, column: string, work: () => Promise<void>): Promise<void> {
  await service.env.db.query(`ALTER TABLE ${table} RENAME COLUMN ${column} TO broken_${column}`);
  try {
    await work();
  } finally {
    await service.env.db.query(`ALTER TABLE ${table} RENAME COLUMN broken_${column} TO ${column}`);
  }
}

const linesOf = (answer: Answer) =>
  service.logLines.filter((line) => line.includes(answer.headers.get('x-request-id') ?? 'none'));

test('[ERR-10] [ERR-15] [HTTP-22] a failure of ours is 500 and tells nothing of the inside; the log has it', async () => {
  await whileBroken('users', 'timezone', async () => {
    const answer = await getMe();
    assert.equal(answer.status, 500);
    assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'message', 'request_id']);
    assert.equal(answer.body.code, 'RESPONSE_ERROR_FAILED');
    assert.equal(answer.body.request_id, answer.headers.get('x-request-id'));
    const all = answer.bytes.toString() + JSON.stringify([...answer.headers]);
    assert.doesNotMatch(all, /timezone|column|users|select|postgres|\.ts|node_modules| at /i);
    const lines = linesOf(answer);
    assert.ok(lines.some((line) => line.includes('timezone') && JSON.parse(line).err.stack));
    assert.ok(lines.some((line) => JSON.parse(line).status === 500));
  });
  assert.equal((await getMe()).status, 200);
});

test('[ERR-15] [OPS-4] the database’s own words about a failure do not bring what people wrote into the log', async () => {
  const { db } = service.env;
  await db.query(`ALTER TABLE messages ADD CONSTRAINT no_secrets CHECK (text NOT LIKE 'secret%')`);
  const answer = await postText('secret of mine');
  await db.query('ALTER TABLE messages DROP CONSTRAINT no_secrets');
  assert.equal(answer.status, 500);
  assert.doesNotMatch(answer.bytes.toString(), /secret|constraint/);
  const lines = linesOf(answer).join('\n');
  assert.match(lines, /no_secrets/);
  assert.doesNotMatch(lines, /secret of mine/);
});

test('[ERR-11] [ERR-16] while the database is away the answer is 503, and calls work again by themselves', async () => {
  assert.equal((await postText('before')).status, 200);
  await server.cut();
  const warm = await until('the broken connections are noticed', async () => {
    const answer = await getMe();
    return answer.status === 503 ? answer : null;
  });
  const token = await service.call('POST', '/oauth/token', {
    form: {
      client_id: cast.client.id,
      client_secret: cast.client.secret,
      grant_type: 'refresh_token',
      refresh_token: 'x',
    },
  });
  const cold = await service.call('GET', '/me', { token: 'never-seen' });
  for (const answer of [warm, cold, token, await postText('meanwhile')]) {
    assert.equal(answer.status, 503);
    assert.equal(answer.body.code, 'RESPONSE_ERROR_SERVICE_UNAVAILABLE');
    assert.equal(answer.body.request_id, answer.headers.get('x-request-id'));
    assert.ok(Number(answer.headers.get('retry-after')) >= 1);
    assert.doesNotMatch(answer.bytes.toString(), /ECONN|127\.0\.0\.1|socket|pg/i);
  }
  assert.equal(token.body.error, 'temporarily_unavailable');
  assert.equal((await service.call('GET', '/nothing')).status, 400);
  assert.equal((await service.call('GET', '/me')).status, 401);
  await server.mend();
  assert.equal((await getMe()).status, 200);
  assert.equal((await postText('after')).status, 200);
  const list = await service.call('GET', `/${cast.binderId}/messages`, { token: cast.owner.token });
  const texts = list.body.data.messages.map((message: { text: string }) => message.text);
  assert.deepEqual(texts, ['after', 'before']);
});

test('[OPS-4] an outage of the database is told when it begins and when it ends, with how many calls were refused', async () => {
  await server.cut();
  await until('the broken connections are noticed', async () => (await getMe()).status === 503);
  const answers = await Promise.all(Array.from({ length: 30 }, () => postText('meanwhile')));
  assert.ok(answers.every(({ status }) => status === 503));
  await server.mend();
  const findLines = (message: string) =>
    service.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith(message));
  const { length: before } = findLines('database: available again');
  await until('the end is told', () => findLines('database: available again').length > before, 30_000);
  const away = findLines('database: unavailable');
  const [end] = findLines('database: available again').slice(-1);
  assert.equal(away.length, findLines('database: available again').length);
  assert.match(away.at(-1).err.stack, /ECONN|Connection terminated/);
  assert.ok(end.refused > 30 && end.ms > 0, JSON.stringify(end));
  for (const answer of answers) {
    const [line = '', ...others] = linesOf(answer);
    assert.equal(JSON.parse(line).status, 503);
    assert.deepEqual(others, [], 'but for the line that each call has');
  }
});

test('[ERR-16] a connection that breaks in the middle of a call is 503 too', async () => {
  const { db } = service.env;
  await db.transaction(async (tx) => {
    await tx.query('SELECT id FROM binders WHERE id = $1 FOR UPDATE', [cast.binderId]);
    const cut = postText('cut off');
    const [waiting] = await until('the call waits for the binder', async () => {
      const rows = await db.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0 ? rows : null;
    });
    await db.query('SELECT pg_terminate_backend($1)', [waiting?.pid]);
    const answer = await cut;
    assert.equal(answer.status, 503);
    assert.ok(answer.headers.get('retry-after'));
  });
  assert.equal((await postText('next')).status, 200);
});
