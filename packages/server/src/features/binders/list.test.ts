import assert from 'node:assert/strict';
import {
  type Actors,
  type CreatedUser,
  createActors,
  followCursor,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';

let service: TestService;
let actors: Actors;
let owner: CreatedUser;
beforeAll(async () => {
  service = await startService();
  actors = await createActors(service);
  owner = actors.users.owner;
});
afterAll(() => service.close());

interface Entry {
  category: unknown;
  binder: { id: string };
}

const create = (name: string, { token }: CreatedUser) =>
  service.call('POST', '/me/binders', { token, json: { name } });
const list = (token: string, query = '') => service.call('GET', `/me/binders${query}`, { token });

async function walk(token: string, limit: number, meanwhile: (page: number) => Promise<unknown>) {
  const ids: string[] = [];
  let page = 0;
  for await (const data of followCursor((cursor) => list(token, `?limit=${limit}${cursor}`))) {
    ids.push(...data.binders.map((entry: Entry) => entry.binder.id));
    if (data.next_cursor === undefined) break;
    assert.equal(data.binders.length, limit);
    assert.ok(++page < 20, 'the list ends');
    service.clock.advance(10);
    await meanwhile(page);
  }
  return ids;
}

test('[BINDER-3] [HTTP-25] paging gives each binder once, also when binders are changed and made meanwhile', async () => {
  const user = await service.make.user();
  const createdIds: string[] = [];
  for (let count = 0; count < 7; count++) {
    createdIds.unshift((await create(`Binder ${count}`, user)).body.data.id);
    service.clock.advance(10);
  }
  const post = (binderId = '') =>
    service.call('POST', `/${binderId}/messages`, { token: user.token, json: { message: { text: 'Hi' } } });
  assert.deepEqual(await walk(user.token, 3, async () => {}), createdIds);
  assert.deepEqual(await walk(user.token, 7, async () => {}), createdIds, 'a full last page has no cursor');
  const changing = await walk(user.token, 2, async (page) => {
    if (page > 2) return;
    await post(createdIds[6]);
    await post(createdIds[0]);
    await create('New', user);
  });
  assert.deepEqual(changing, createdIds);
});

test('[HTTP-24] [HTTP-23] limits and cursors that no list gave are refused', async () => {
  for (const [query, field] of [
    ['?limit=0', 'limit'],
    ['?limit=1001', 'limit'],
    ['?limit=ten', 'limit'],
    ['?limit=1&limit=2', 'limit'],
    ['?cursor=', 'cursor'],
    ['?cursor=nonsense', 'cursor'],
    [`?cursor=${Buffer.from('[1,2]').toString('base64url')}`, 'cursor'],
    [`?cursor=${Buffer.from('["1","2","3"]').toString('base64url')}`, 'cursor'],
    [`?cursor=${Buffer.from('[1e99,1,"B"]').toString('base64url')}`, 'cursor'],
    [`?cursor=${Buffer.from('[1,1,"\\u0000"]').toString('base64url')}`, 'cursor'],
  ]) {
    const answer = await list(owner.token, query);
    assert.equal(answer.status, 400, query);
    assert.equal(answer.body.errors[0].path, field, query);
  }
  for (const limit of [1, 1000]) assert.equal((await list(owner.token, `?limit=${limit}`)).status, 200);
});
