import assert from 'node:assert/strict';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

const call = (method: string, path: string, json?: unknown) =>
  service.call(method, `/${cast.binderId}${path}`, {
    token: cast.owner.token,
    ...(json === undefined ? {} : { json }),
  });

const LONG = '𝕏'.repeat(65_536);
const MADE = 35;

async function readAll(path: string, list: string, field: string) {
  const texts: string[] = [];
  let answers = 0;
  for (let next: string | undefined = ''; next !== undefined; answers++) {
    const { status, body } = await call('GET', next === '' ? path : `${path}?cursor=${next}`);
    assert.equal(status, 200);
    texts.push(...body.data[list].map((item: Record<string, string>) => item[field]));
    next = body.data.next_cursor;
  }
  return { answers, texts };
}

test('[HTTP-23] a list of long to-dos comes in several answers, whole', async () => {
  for (let count = 0; count < MADE; count++)
    assert.equal((await call('POST', '/todos', { name: `${count}`, description: LONG })).status, 200);
  const { answers, texts } = await readAll('/todos', 'todos', 'description');
  assert.equal(answers, 2);
  assert.equal(texts.length, MADE);
  assert.ok(texts.every((text) => text === LONG));
  assert.equal((await readAll('/todos', 'todos', 'name')).texts.join(), [...Array(MADE).keys()].join());
});

test('[HTTP-23] a list of long page comments comes in several answers, whole', async () => {
  const page = (await call('POST', '/pages', { type: 'whiteboard' })).body.data.page_id;
  const path = `/pages/${page}/comments`;
  for (let count = 0; count < MADE; count++)
    assert.equal((await call('POST', path, { text: LONG })).status, 200);
  const { answers, texts } = await readAll(path, 'comments', 'text');
  assert.equal(answers, 2);
  assert.equal(texts.length, MADE);
  assert.ok(texts.every((text) => text === LONG));
});
