import assert from 'node:assert/strict';
import {
  type Actors,
  type ActorTable,
  type CreatedUser,
  createActors,
  outsiders,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';

let service: TestService;
let actors: Actors;
let owner: CreatedUser;
let editor: CreatedUser;
let binderId: string;
beforeAll(async () => {
  service = await startService();
  actors = await createActors(service);
  ({ owner, editor } = actors.users);
});
beforeEach(async () => {
  binderId = await actors.fixture();
});
afterAll(() => service.close());

async function post(to = binderId): Promise<number> {
  const json = { message: { text: 'The address is …' } };
  const { body } = await service.call('POST', `/${to}/messages`, { token: owner.token, json });
  return body.data.binder_comment_id;
}
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, { token } = owner) =>
  service.call(method, `/${binderId}${path}`, { token });
const pin = (id: number, by = owner) => call('POST', `/messages/${id}/pin`, by);
const unpin = (id: number, by = owner) => call('DELETE', `/messages/${id}/pin`, by);
const pinned = async () =>
  (await call('GET', '/pinnedmessages')).body.data.messages as { id: number; pinned: object }[];
const pinnedIds = async () => (await pinned()).map(({ id }) => id);

const readers: ActorTable = { ...outsiders, owner: 200, editor: 200, viewer: 200, bot: 200, reader: 200 };
const writers: ActorTable = { ...outsiders, owner: 200, editor: 200, viewer: 403, bot: 200, reader: 403 };

test('[MSG-43] the owner, editors and bots pin; a viewer and those outside do not', () =>
  actors.check({
    expected: writers,
    changes: true,
    prepare: post,
    call: ({ call: as }, binder, id) => as('POST', `/${binder}/messages/${id}/pin`),
  }));

test('[MSG-44] the members see what is pinned, and nobody else', () =>
  actors.check({
    expected: readers,
    changes: false,
    call: ({ call: as }, binder) => as('GET', `/${binder}/pinnedmessages`),
  }));

test('[MSG-43] [MSG-44] pinned messages are listed, the last pinned first, whoever wrote and pinned them', async () => {
  const [one, two] = [await post(), await post()];
  assert.deepEqual(await pinned(), []);
  service.clock.advance(1);
  await pin(two);
  service.clock.advance(1);
  const { seq } = (await pin(one, editor)).body.data;
  assert.equal((await pin(one)).body.data.seq, seq, 'once more changes nothing');
  assert.deepEqual(await pinnedIds(), [one, two]);
  const [first] = await pinned();
  const single = (await call('GET', `/messages/${one}`)).body.data;
  assert.deepEqual(first, single);
  assert.deepEqual(single.pinned.user, { id: editor.id, name: editor.name });
  assert.ok(single.pinned.time >= single.created_time + 2 && single.pinned.time <= service.clock.now());
  assert.equal(single.updated_time, single.created_time, 'it was not edited');
  await unpin(one);
  const after = (await unpin(one)).body.data.seq;
  assert.deepEqual(await pinnedIds(), [two]);
  const { entries, seq: latest } = (await call('GET', `/feed?after=${seq - 1}`)).body.data;
  assert.deepEqual(
    entries.map(({ kind, body }: { kind: string; body: object }) => [kind, body]),
    [
      ['message_pinned', { id: one }],
      ['message_unpinned', { id: one }],
    ],
  );
  assert.equal(after, latest);
});

test('[MSG-44] a message that is deleted is pinned no more, and one that is not there cannot be', async () => {
  const id = await post();
  await pin(id);
  await call('DELETE', `/messages/${id}`);
  assert.deepEqual(await pinned(), []);
  assert.equal((await pin(id)).status, 404, 'pinning it');
  assert.equal((await unpin(id)).status, 404, 'unpinning it');
  assert.equal((await pin(id + 999)).status, 404, 'pinning what never was');
});

test('[MSG-43] a binder has 100 pinned messages at the most, however many pin at once', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 103; count++) ids.push(await post());
  // So few at once that a busy machine refuses none.
  for (const id of ids.slice(0, 90)) assert.equal((await pin(id)).status, 200);
  const last = ids.slice(90);
  const answers = await Promise.all(last.map((id) => pin(id)));
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 10);
  assert.equal(statuses.filter((status) => status === 412).length, 3);
  const kept = await pinnedIds();
  assert.equal(kept.length, 100);
  await call('DELETE', `/messages/${kept[0]}`);
  const late = last[statuses.indexOf(412)] ?? 0;
  assert.equal((await pin(late)).status, 200, 'there is room again');
});
