import assert from 'node:assert/strict';
import { type Cast, fileForm, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { chainLog, checkChain, findPosition } from '../hash-chain/index.ts';
import { retention } from './retention.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let service: TestService;
let cast: Cast;
let binderId: string;
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
});
beforeEach(async () => {
  binderId = await service.make.binder(cast.owner);
  await keep({ messages: null, files: null });
});
afterAll(() => service.close());

const query = (text: string, ...values: unknown[]) => service.env.db.query(text, values);
const keep = (
  { messages, files }: { messages: number | null; files: number | null },
  orgId = cast.owner.orgId,
) => query('UPDATE orgs SET message_days = $2, file_days = $3 WHERE id = $1', orgId, messages, files);
const run = () => retention.work(service.env);

async function postText(text: string, ageMs: number, who = cast.owner, at = binderId): Promise<number> {
  const { status, body } = await service.call('POST', `/${at}/messages`, {
    token: who.token,
    json: { message: { text } },
  });
  assert.equal(status, 200, body.message);
  const { binder_comment_id: id } = body.data;
  await query(
    'UPDATE messages SET created_at = $3 WHERE binder_id = $1 AND id = $2',
    at,
    id,
    service.clock.now() - ageMs,
  );
  return id;
}

async function upload(content: string, ageMs: number): Promise<string> {
  const body = fileForm(content, `${content}.txt`);
  const answer = await service.call('POST', `/${binderId}/pageupload`, { token: cast.owner.token, body });
  assert.equal(answer.status, 200, answer.body.message);
  const { file_id: id } = answer.body.data;
  await query(
    'UPDATE files SET created_at = $3 WHERE binder_id = $1 AND id = $2',
    binderId,
    id,
    service.clock.now() - ageMs,
  );
  return id;
}

const texts = async (at = binderId, who = cast.owner) => {
  const { body } = await service.call('GET', `/${at}/messages`, { token: who.token });
  return body.data.messages.map(({ text }: { text: string }) => text).toSorted();
};
const files = async () => {
  const { body } = await service.call('GET', `/${binderId}/files`, { token: cast.owner.token });
  return body.data.files.map(({ name }: { name: string }) => name).toSorted();
};

test('[QUOTA-5] what is exactly as old as the org keeps it stays, a millisecond older goes', async (t) => {
  t.onTestFinished(service.clock.freeze());
  await postText('exact', 5 * DAY_MS);
  await postText('older', 5 * DAY_MS + 1);
  await upload('exact', 3 * DAY_MS);
  await upload('older', 3 * DAY_MS + 1);
  await keep({ messages: 5, files: 3 });
  await run();
  assert.deepEqual([await texts(), await files()], [['exact'], ['exact.txt']]);
});

test('[QUOTA-5] days of messages are not those of files', async () => {
  await postText('message', 10 * DAY_MS);
  await upload('file', 10 * DAY_MS);
  await keep({ messages: null, files: 5 });
  await run();
  assert.deepEqual([await texts(), await files()], [['message'], []]);
  await upload('another', 10 * DAY_MS);
  await keep({ messages: 5, files: null });
  await run();
  assert.deepEqual([await texts(), await files()], [[], ['another.txt']]);
});

test('[QUOTA-5] another org keeps its own time', async () => {
  const theirs = await service.make.binder(cast.otherOrg);
  await postText('theirs', 10 * DAY_MS, cast.otherOrg, theirs);
  await postText('ours', 10 * DAY_MS);
  await keep({ messages: 5, files: 5 });
  await run();
  assert.deepEqual([await texts(), await texts(theirs, cast.otherOrg)], [[], ['theirs']]);
});

test('[QUOTA-5] a file goes with its pages, and the owner of the binder is who deleted it', async () => {
  await query('UPDATE binders SET owner_id = $2 WHERE id = $1', binderId, cast.owner.id);
  const file = await upload('old', 10 * DAY_MS);
  const position = await findPosition(service.env.db, binderId);
  await keep({ messages: null, files: 5 });
  await run();
  const rows = await query(
    'SELECT kind, actor_id FROM binder_log WHERE binder_id = $1 AND seq > $2 ORDER BY seq',
    ...[binderId, position?.seq],
  );
  assert.deepEqual(rows, [
    { kind: 'page_deleted', actor_id: cast.owner.id },
    { kind: 'file_deleted', actor_id: cast.owner.id },
  ]);
  assert.equal(
    (await service.call('GET', `/${binderId}/files/${file}`, { token: cast.owner.token })).status,
    404,
  );
});

test('[QUOTA-5] a message that was deleted before is not deleted again, and is not counted again', async () => {
  const deleted = await postText('deleted', 10 * DAY_MS);
  await postText('shown', 10 * DAY_MS);
  await service.call('DELETE', `/${binderId}/messages/${deleted}`, { token: cast.owner.token });
  const position = await findPosition(service.env.db, binderId);
  await keep({ messages: 5, files: null });
  await run();
  await run();
  const after = await findPosition(service.env.db, binderId);
  assert.equal((after?.seq ?? 0) - (position?.seq ?? 0), 1);
  const [row] = await query('SELECT total_messages FROM binders WHERE id = $1', binderId);
  assert.equal(row?.total_messages, 0);
});

test('[QUOTA-5] more than one round of messages are removed in one run, and the chain fits', async () => {
  await postText('first', 10 * DAY_MS);
  await query(
    `INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
     SELECT $1, 900000 + n, $2, 'many', 1, 1 FROM generate_series(1, 5200) n`,
    ...[binderId, cast.owner.id],
  );
  await postText('young', 0);
  await keep({ messages: 5, files: null });
  await run();
  assert.deepEqual(await texts(), ['young']);
  await chainLog(service.env.db, binderId);
  const position = await findPosition(service.env.db, binderId);
  assert.ok(position);
  assert.equal((await checkChain(service.env.db, binderId, position)).problem, null);
});

test('[QUOTA-5] a binder that is deleted is left alone, and a server that stops ends early', async () => {
  await postText('kept', 10 * DAY_MS);
  const deleted = await service.make.binder(cast.owner);
  await postText('deleted', 10 * DAY_MS, cast.owner, deleted);
  await service.call('DELETE', `/${deleted}`, { token: cast.owner.token });
  await keep({ messages: 5, files: 5 });
  await retention.work({ ...service.env, closing: AbortSignal.abort() });
  assert.deepEqual(await texts(), ['kept']);
  await run();
  assert.deepEqual(await texts(), []);
  const left = await query('SELECT text FROM messages WHERE binder_id = $1 AND deleted_at IS NULL', deleted);
  assert.deepEqual(left, [{ text: 'deleted' }]);
});

test('[QUOTA-5] the next run is known by the millisecond in which something becomes too old', async (t) => {
  t.onTestFinished(service.clock.freeze());
  const now = service.clock.now();
  const next = () => retention.findNext?.(service.env, now);
  assert.equal(await next(), null, 'an org that keeps all');
  await keep({ messages: 5, files: 9 });
  await run();
  await postText('first', 2 * DAY_MS);
  await postText('second', DAY_MS);
  assert.equal(await next(), now + 3 * DAY_MS + 1);
  await upload('file', 7 * DAY_MS);
  assert.equal(await next(), now + 2 * DAY_MS + 1);
  await keep({ messages: null, files: 9 });
  assert.equal(await next(), now + 2 * DAY_MS + 1);
});
