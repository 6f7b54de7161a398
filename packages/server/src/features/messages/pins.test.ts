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
let binderId: string;
beforeAll(async () => {
  service = await startService();
  actors = await createActors(service);
  ({ owner } = actors.users);
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
const call = (method: 'GET' | 'POST' | 'DELETE', path: string) =>
  service.call(method, `/${binderId}${path}`, { token: owner.token });
const pin = (id: number) => call('POST', `/messages/${id}/pin`);
const pinnedIds = async () =>
  (await call('GET', '/pinnedmessages')).body.data.messages.map(({ id }: { id: number }) => id);

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

test('[MSG-43] a binder has 100 pinned messages at the most, however many pin at once', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 103; count++) ids.push(await post());
  for (const id of ids.slice(0, 90)) assert.equal((await pin(id)).status, 200);
  const last = ids.slice(90);
  const answers = await Promise.all(last.map((id) => pin(id)));
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 200).length, 10);
  assert.equal(statuses.filter((status) => status === 412).length, 3);
  const storedPinned = await pinnedIds();
  assert.equal(storedPinned.length, 100);
  await call('DELETE', `/messages/${storedPinned[0]}`);
  const late = last[statuses.indexOf(412)] ?? 0;
  assert.equal((await pin(late)).status, 200, 'there is room again');
});
