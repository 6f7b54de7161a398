import assert from 'node:assert/strict';
import type { Cast, CreatedUser } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
let ada: CreatedUser;
beforeAll(async () => {
  cast = await service.make.cast();
  ada = cast.owner;
});

const post = (path: string, json: unknown, token = ada.token) => service.call('POST', path, { token, json });
const create = async (name: string, token = ada.token): Promise<number> => {
  const answer = await post('/me/categories', { name }, token);
  assert.equal(answer.status, 200, answer.body.message);
  return answer.body.data.id;
};
const list = async (token = ada.token) => (await service.call('GET', '/me/categories', { token })).body.data;
const categoryOf = async (binderId: string, token = ada.token) => {
  const { body } = await service.call('GET', '/me/binders', { token });
  const entry = body.data.binders.find((each: { binder: { id: string } }) => each.binder.id === binderId);
  return entry.category === 0 ? null : { id: entry.category, name: entry.category_name };
};

test('[CAT-1] [CAT-2] [HTTP-17] a category is made and listed with count, id and name', async () => {
  const id = await create('Loans');
  const data = await list();
  assert.equal(data.count, data.categories.length);
  assert.deepEqual(
    data.categories.find((each: { id: number }) => each.id === id),
    { id, name: 'Loans' },
  );
});

test('[CAT-3] a category is renamed, and an unknown one is 404', async () => {
  const id = await create('Old name');
  const renamed = await post('/me/categories/rename', { id, name: 'New name' });
  assert.deepEqual(renamed.body, { code: 'RESPONSE_SUCCESS' });
  assert.ok((await list()).categories.some((each: { name: string }) => each.name === 'New name'));
  assert.equal((await post('/me/categories/rename', { id: 999_999, name: 'x' })).status, 404);
  assert.equal(
    (await post('/me/categories/rename', { id, name: 'New name' })).status,
    200,
    'its own name is free',
  );
});

test('[CAT-4] a deleted category is gone, its binders are in none, and deleting again is 404', async () => {
  const id = await create('Short-lived');
  await post(`/me/categories/${id}`, { binders: [{ binder: { id: cast.binderId } }] });
  const deleted = await service.call('DELETE', `/me/categories/${id}`, { token: ada.token });
  assert.deepEqual(deleted.body, { code: 'RESPONSE_SUCCESS' });
  assert.equal(await categoryOf(cast.binderId), null);
  assert.equal((await service.call('DELETE', `/me/categories/${id}`, { token: ada.token })).status, 404);
});

test('[CAT-5] [CAT-8] assigning a binder puts it into the category and takes it out of the one before', async () => {
  const [first, second] = [await create('First'), await create('Second')];
  const binders = [{ binder: { id: cast.binderId } }];
  assert.deepEqual((await post(`/me/categories/${first}`, { binders })).body, { code: 'RESPONSE_SUCCESS' });
  assert.deepEqual(await categoryOf(cast.binderId), { id: first, name: 'First' });
  await post(`/me/categories/${second}`, { binders });
  assert.deepEqual(await categoryOf(cast.binderId), { id: second, name: 'Second' });
  assert.equal(
    await categoryOf(cast.binderId, cast.editor.token),
    null,
    'another member’s grouping is untouched',
  );
});

test('[CAT-9] category 0 takes binders out of theirs, all or none', async () => {
  const id = await create('To be left');
  const own = await service.make.binder(ada);
  const foreign = await service.make.binder(cast.stranger);
  const binder = { binder: { id: own } };
  await post(`/me/categories/${id}`, { binders: [binder] });
  const refused = await post('/me/categories/0', { binders: [binder, { binder: { id: foreign } }] });
  assert.equal(refused.status, 403);
  assert.deepEqual(await categoryOf(own), { id, name: 'To be left' });
  for (const time of ['once', 'again'])
    assert.equal((await post('/me/categories/0', { binders: [binder] })).status, 200, time);
  assert.equal(await categoryOf(own), null);
  assert.ok((await list()).categories.some((each: { id: number }) => each.id === id));
});

test('[CAT-8] several binders are assigned all or none', async () => {
  const id = await create('All or none');
  const own = await service.make.binder(ada);
  const foreign = await service.make.binder(cast.stranger);
  const answer = await post(`/me/categories/${id}`, {
    binders: [{ binder: { id: own } }, { binder: { id: foreign } }],
  });
  assert.equal(answer.status, 403);
  assert.equal(await categoryOf(own), null);
  const missing = { binder: { id: `B${'0'.repeat(22)}` } };
  assert.equal(
    (await post(`/me/categories/${id}`, { binders: [{ binder: { id: own } }, missing] })).status,
    404,
  );
  assert.equal(await categoryOf(own), null);
});

test('[CAT-6] only own categories are reached: me or the own id, and ids of another user’s are unknown', async () => {
  const id = await create('Private');
  assert.equal((await service.call('GET', `/${ada.id}/categories`, { token: ada.token })).status, 200);
  assert.equal(
    (await service.call('GET', `/${ada.id}/categories`, { token: cast.editor.token })).status,
    403,
  );
  assert.equal((await post(`/${ada.id}/categories`, { name: 'x' }, cast.editor.token)).status, 403);
  const others = await list(cast.editor.token);
  assert.equal(others.count, 0);
  assert.equal(
    (await service.call('DELETE', `/me/categories/${id}`, { token: cast.editor.token })).status,
    404,
  );
  assert.equal(
    (await post(`/me/categories/${id}`, { binders: [{ binder: { id: cast.binderId } }] }, cast.editor.token))
      .status,
    404,
  );
  assert.equal((await service.call('GET', '/me/categories')).status, 401);
  assert.equal((await post('/me/categories', { name: 'x' }, ada.readToken)).status, 403);
});

test('[CAT-7] a name is unique for each user, also when twenty ask at once', async () => {
  await create('Unique');
  const again = await post('/me/categories', { name: 'Unique' });
  assert.equal(again.status, 409);
  assert.equal(again.body.errors[0].path, 'name');
  const id = await create('Another');
  assert.equal((await post('/me/categories/rename', { id, name: 'Unique' })).status, 409);
  await create('Unique', cast.editor.token);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post('/me/categories', { name: 'Race' })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(answers.filter(({ status }) => status === 409).length, 19);
});

test('[CAT-7] names that only differ in NFC and NFD are the same one, and are stored as given', async () => {
  const [composed, decomposed] = ['Caf\u00e9', 'Cafe\u0301'];
  const id = await create(decomposed);
  assert.equal((await post('/me/categories', { name: composed })).status, 409);
  const other = await create('Tea');
  assert.equal((await post('/me/categories/rename', { id: other, name: composed })).status, 409);
  assert.equal((await post('/me/categories/rename', { id, name: composed })).status, 200);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, each) =>
      post('/me/categories', { name: each % 2 ? 'N\u00e9' : 'Ne\u0301' }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(409)]);
});

test('[CAT-2] [CAT-3] [CAT-5] bad fields are refused by name', async () => {
  const id = await create('For refusals');
  const cases: [string, unknown, string][] = [
    ['/me/categories', {}, 'name'],
    ['/me/categories', { name: null }, 'name'],
    ['/me/categories', { name: '' }, 'name'],
    ['/me/categories', { name: 7 }, 'name'],
    ['/me/categories', { name: 'x'.repeat(256) }, 'name'],
    ['/me/categories', { name: 'a\u0000b' }, 'name'],
    ['/me/categories/rename', { name: 'x' }, 'id'],
    ['/me/categories/rename', { name: 'x', id: '1' }, 'id'],
    ['/me/categories/rename', { name: 'x', id: -1 }, 'id'],
    ['/me/categories/rename', { id }, 'name'],
    [`/me/categories/${id}`, {}, 'binders'],
    [`/me/categories/${id}`, { binders: [] }, 'binders'],
    [`/me/categories/${id}`, { binders: [{}] }, 'binders[0].binder'],
    [`/me/categories/${id}`, { binders: [{ binder: { id: 'x' } }] }, 'binders[0].binder.id'],
    ['/me/categories/-1', { binders: [{ binder: { id: cast.binderId } }] }, 'category_id'],
    ['/me/categories/abc', { binders: [{ binder: { id: cast.binderId } }] }, 'category_id'],
  ];
  for (const [path, json, field] of cases) {
    const answer = await post(path, json);
    assert.equal(answer.status, 400, `${path} ${JSON.stringify(json)}`);
    assert.equal(answer.body.errors[0].path, field, `${path} ${JSON.stringify(json)}`);
  }
});

test('[CAT-2] a retried create with an Idempotency-Key makes one category', async () => {
  const send = () =>
    service.call('POST', '/me/categories', {
      token: ada.token,
      json: { name: 'Once' },
      headers: { 'idempotency-key': 'cat-1' },
    });
  const [first, second] = [await send(), await send()];
  assert.equal(first.status, 200);
  assert.deepEqual(second.body, first.body);
});
