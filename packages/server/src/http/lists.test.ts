import assert from 'node:assert/strict';
import { type Cast, followCursor, uploadFile } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let cast: Cast;
let lists: [path: string, items: string][];
beforeAll(async () => {
  cast = await service.make.cast();
  lists = [
    [`/${cast.binderId}/messages`, 'messages'],
    [`/${cast.binderId}/pages`, 'pages'],
    [`/${cast.binderId}/files`, 'files'],
    ['/me/binders', 'binders'],
  ];
});

async function readParameterValues(): Promise<Record<string, string>> {
  await upload(cast.binderId, 'page.txt');
  const { pages } = (await get(`/${cast.binderId}/pages?limit=1`)).body.data;
  return { user_id: 'me', binder_id: cast.binderId, page_id: pages[0].id, q: 'word' };
}

async function everyList(): Promise<string[]> {
  type Parameter = { name: string; in: string; required?: boolean };
  const document = (await (await fetch(`${service.origin}/openapi.json`)).json()) as {
    paths: Record<string, { get?: { parameters?: Parameter[] } }>;
  };
  const values = await readParameterValues();
  const paths = Object.entries(document.paths).flatMap(([path, { get }]) => {
    const { parameters = [] } = get ?? {};
    const required = parameters.filter((parameter) => parameter.required);
    const isList = parameters.some(({ name }) => name === 'cursor');
    if (!isList || !required.every(({ name }) => name in values)) return [];
    const query = required.filter((parameter) => parameter.in === 'query');
    const url = path.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
    return [`${url}?${query.map(({ name }) => `${name}=${values[name]}&`).join('')}`];
  });
  assert.ok(paths.length > lists.length);
  return paths;
}

const get = (path: string) => service.call('GET', path, { token: cast.owner.token });
const upload = (binderId: string, name: string) =>
  uploadFile(service, { binderId, token: cast.owner.token }, name, name);
const postText = (binderId: string, text: string) =>
  service.call('POST', `/${binderId}/messages`, { token: cast.owner.token, json: { message: { text } } });
const idOf = (item: { id?: unknown; binder?: { id: unknown } }) => item.id ?? item.binder?.id;

async function follow(path: string, items: string, limit: number, between?: () => Promise<unknown>) {
  const ids: unknown[] = [];
  for await (const data of followCursor((cursor) => get(`${path}?limit=${limit}${cursor}`))) {
    ids.push(...data[items].map(idOf));
    if (data.next_cursor === undefined) break;
    assert.equal(data[items].length, limit);
    await between?.();
  }
  return ids;
}

test('[HTTP-23] [HTTP-25] following next_cursor gives everything once, with every limit', async () => {
  for (let number = 1; number <= 5; number++) {
    await upload(cast.binderId, `${number}.txt`);
    await postText(cast.binderId, String(number));
    await service.make.binder(cast.owner);
  }
  for (const [path, items] of lists) {
    const whole = await follow(path, items, 1000);
    assert.ok(whole.length >= 5, path);
    assert.equal(new Set(whole).size, whole.length);
    for (const limit of [1, 2, whole.length - 1, whole.length]) {
      assert.deepEqual(await follow(path, items, limit), whole, `${path} by ${limit}`);
    }
    assert.deepEqual((await get(path)).body.data[items].map(idOf), whole);
  }
});

test('[HTTP-25] what is added and removed meanwhile neither hides nor repeats what stays', async () => {
  const binderId = await service.make.binder(cast.owner);
  for (let number = 1; number <= 7; number++) {
    await upload(binderId, `${number}.txt`);
    await postText(binderId, String(number));
  }
  for (const [path, items] of [
    [`/${binderId}/messages`, 'messages'],
    [`/${binderId}/pages`, 'pages'],
    [`/${binderId}/files`, 'files'],
  ] as const) {
    const before = await follow(path, items, 1000);
    const removed: unknown[] = [];
    const seen = await follow(path, items, 2, async () => {
      await postText(binderId, 'meanwhile');
      await upload(binderId, 'meanwhile.txt');
      if (items !== 'pages' || removed.length > 1) return;
      for (const id of [before[1], before[5]]) {
        removed.push(id);
        await service.call('DELETE', `${path}/${id}`, { token: cast.owner.token });
      }
    });
    assert.equal(new Set(seen).size, seen.length, path);
    for (const id of before) assert.ok(removed.includes(id) || seen.includes(id), `${path} lost ${id}`);
  }
});

test('[HTTP-23] without a limit a list gives up to 1,000', async () => {
  const binderId = await service.make.binder(cast.owner);
  await service.env.db.query(
    `INSERT INTO messages (binder_id, id, user_id, text, created_at, updated_at)
     SELECT $1, number, $2, 'x', 1, 1 FROM generate_series(1, 1001) number`,
    [binderId, cast.owner.id],
  );
  const { data } = (await get(`/${binderId}/messages`)).body;
  assert.equal(data.messages.length, 1000);
  const rest = await get(`/${binderId}/messages?cursor=${data.next_cursor}`);
  assert.deepEqual(
    rest.body.data.messages.map((message: { id: number }) => message.id),
    [1],
  );
  assert.equal(rest.body.data.next_cursor, undefined);
  assert.equal((await get(`/${binderId}/messages?limit=1000`)).body.data.messages.length, 1000);
});

test('[HTTP-24] a limit outside 1–1000 is 400 and named', async () => {
  for (const path of await everyList()) {
    for (const limit of [
      '0',
      '1001',
      '-1',
      '1.5',
      'all',
      '',
      '1e2',
      '0x10',
      '%201',
      '9'.repeat(30),
      '1&limit=2',
    ]) {
      const answer = await get(`${path}limit=${limit}`);
      assert.equal(answer.status, 400, `${path}limit=${limit}`);
      assert.equal(answer.body.errors[0].path, 'limit');
    }
  }
});

test('[HTTP-24] a cursor that the server did not give is 400 and named', async () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const wrong = ['x', 'e30', '%00', '%F0%9F%98%80', 'a'.repeat(501), encode(null), encode({}), encode([])];
  const alike = [
    encode([1, 2, 3, 4]),
    encode([null, null]),
    encode([1e300]),
    encode([true, 'x']),
    encode([[1]]),
  ];
  const texts = [encode(['\u0000', 1]), encode([1, '\u0000']), encode(['\ud800', 1]), encode(["1' OR 1", 1])];
  for (const path of await everyList()) {
    for (const cursor of [...wrong, ...alike, ...texts, 'x&cursor=x']) {
      const answer = await get(`${path}cursor=${cursor}`);
      assert.equal(answer.status, 400, `${path}cursor=${cursor}`);
      assert.equal(answer.body.errors[0].path, 'cursor');
    }
  }
});
