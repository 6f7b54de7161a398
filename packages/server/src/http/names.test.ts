import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Actors, createActors } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';

let actors: Actors;
beforeAll(async () => {
  actors = await createActors(service);
});

const BLANK = '\u200b \u2060';
const TURNED = 'Report \u202efdp.exe';

test('[HTTP-34] a name that nobody can see, or that turns the direction of writing, is refused wherever a person gives one', async () => {
  const { token } = actors.users.owner;
  const binderId = await actors.fixture();
  const steps = [
    {
      assignee: { user_id: actors.users.owner.id },
      actions: [{ id: 'a', text: 'A', payload: '', feed_msg: '' }],
    },
  ];
  const note = { type: 'note', text: 'x' };
  const { page_id: pageId } = (await service.call('POST', `/${binderId}/pages`, { token, json: note })).body
    .data;
  const calls: [path: string, body: (name: string) => object, field: string][] = [
    ['/me/binders', (name) => ({ name }), 'name'],
    [`/${binderId}`, (name) => ({ name }), 'name'],
    ['/me', (first_name) => ({ first_name }), 'first_name'],
    ['/me', (last_name) => ({ last_name }), 'last_name'],
    ['/me/categories', (name) => ({ name }), 'name'],
    [`/${binderId}/todos`, (name) => ({ name }), 'name'],
    [`/${binderId}/transactions`, (title) => ({ title, content: '', steps }), 'title'],
    [`/${binderId}/pages`, (name) => ({ ...note, name }), 'name'],
    [`/${binderId}/pages/${pageId}`, (name) => ({ name }), 'name'],
    [
      '/meets/schedule',
      (name) => ({ name, starts: '2027-01-01T10:00:00Z', ends: '2027-01-01T11:00:00Z' }),
      'name',
    ],
  ];
  for (const [path, body, field] of calls)
    for (const [name, word] of [
      [BLANK, /can be seen/],
      ['\u3164', /can be seen/],
      [TURNED, /direction/],
      ['\u2067x', /direction/],
    ] as const) {
      const answer = await service.call('POST', path, { token, json: body(name) });
      assert.equal(answer.status, 400, `${path} ${field}`);
      assert.equal(answer.body.errors[0].path, field, path);
      assert.match(answer.body.errors[0].message, word, path);
    }
  for (const name of ['👩‍👩‍👧', 'محمد\u200f', ' a ', '王'])
    assert.equal((await service.call('POST', '/me/binders', { token, json: { name } })).status, 200, name);
});

test('[HTTP-34] every field of a request that is a name says so in its schema', () => {
  const { paths, components } = JSON.parse(
    readFileSync(new URL('../../../../docs/api/openapi.json', import.meta.url), 'utf8'),
  );
  assert.ok(components);
  const NAMES = new Set(['name', 'title', 'topic', 'first_name', 'last_name', 'org_name', 'partner_name']);
  const unchecked: string[] = [];
  let checked = 0;
  const look = (schema: Record<string, unknown>, where: string): void => {
    const {
      properties = {},
      items,
      anyOf = [],
      allOf = [],
      oneOf = [],
    } = schema as {
      properties?: Record<string, Record<string, unknown>>;
      items?: Record<string, unknown>;
      anyOf?: Record<string, unknown>[];
      allOf?: Record<string, unknown>[];
      oneOf?: Record<string, unknown>[];
    };
    for (const [name, property] of Object.entries(properties)) {
      if (NAMES.has(name) && property.type === 'string') {
        checked++;
        if (property.format !== 'name') unchecked.push(`${where} ${name}`);
      }
      look(property, `${where} ${name}`);
    }
    for (const each of [items, ...anyOf, ...allOf, ...oneOf]) if (each) look(each, where);
  };
  for (const [path, methods] of Object.entries<Record<string, never>>(paths))
    for (const [method, operation] of Object.entries<{
      requestBody?: { content?: Record<string, { schema: object }> };
    }>(methods))
      for (const { schema } of Object.values(operation.requestBody?.content ?? {}))
        look(schema as Record<string, unknown>, `${method} ${path}`);
  assert.ok(checked > 20, `${checked}`);
  assert.deepEqual(unchecked, []);
});
