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
