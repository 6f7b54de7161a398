import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import {
  type Actors,
  adminOf,
  createActors,
  type Departure,
  departures,
  expectRefusal,
  newVisitor,
  outsiders,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { uploaded } from '../pages/testing/upload.ts';

let service: TestService;
let actors: Actors;
beforeAll(async () => {
  service = await startService({ config: { accessTokenSeconds: 400 * 24 * 60 * 60 } });
  actors = await createActors(service);
});
afterAll(() => service.close());

const writers = { ...outsiders, owner: 200, editor: 200, viewer: 403, bot: 200, reader: 403 };
const path = (binderId: string) => `/${binderId}/viewonlylink`;
const make = async (binderId: string, json: object = {}, headers: Record<string, string> = {}) =>
  service.call('POST', path(binderId), { token: actors.users.owner.token, json, headers });
const linkOf = async (
  binderId: string,
  json: object = {},
): Promise<{ id: string; url: string; token: string }> => {
  const { data } = (await make(binderId, json)).body;
  return { id: data.id, url: data.url, token: new URL(data.url).hash.slice(1) };
};
const open = async (token: string, fields: Record<string, string> = {}) =>
  newVisitor(service.origin).post('/view', { token, ...fields });
const linksOf = async (binderId: string): Promise<Record<string, unknown>[]> =>
  (await service.call('GET', path(binderId), { token: actors.users.editor.token })).body.data.links;

test('[BINDER-17] the owner and editors make, list and revoke links', async () => {
  await actors.check({
    expected: writers,
    changes: true,
    call: ({ call }, binderId) => call('POST', path(binderId), { json: {} }),
  });
  await actors.check({
    // A writer's read-only token may list links, because the list contains no address that opens the binder.
    expected: { ...writers, reader: 200 },
    changes: false,
    call: ({ call }, binderId) => call('GET', path(binderId)),
  });
  await actors.check({
    expected: writers,
    changes: true,
    prepare: async (binderId) => (await linkOf(binderId)).id,
    call: ({ call }, binderId, id) => call('DELETE', `${path(binderId)}/${id}`),
  });
});

test('[BINDER-17] a link is listed without its address, stands in the log, and is stored nowhere', async () => {
  const binderId = await actors.fixture();
  const { owner } = actors.users;
  const { body } = await make(binderId, { expires_in: 3600 });
  const { id, url, created_time, expires_time } = body.data;
  assert.equal(expires_time - created_time, 3_600_000);
  assert.ok(url.startsWith(`${service.origin}/view#`), url);
  const user = { id: owner.id, name: owner.name };
  assert.deepEqual(await linksOf(binderId), [{ id, user, created_time, expires_time }]);
  const { entries } = (await service.call('GET', `/${binderId}/feed`, { token: owner.token })).body.data;
  assert.deepEqual([entries.at(-1).kind, entries.at(-1).body], ['view_link_created', { id, expires_time }]);
  const secret = url.split('.').at(-1);
  const [{ text } = { text: '' }] = await service.env.db.query<{ text: string }>(
    `SELECT (SELECT string_agg(t::text, '') FROM view_links t) || (SELECT string_agg(t::text, '') FROM binder_log t) AS text`,
  );
  assert.ok(text.includes(id) && !text.includes(secret));
});

test('[BINDER-17] [IDEM-2] a retry gets the same link, and no address is remembered', async () => {
  const binderId = await actors.fixture();
  const send = () => make(binderId, {}, { 'idempotency-key': 'link-1' });
  const [first, second] = [await send(), await send()];
  assert.deepEqual(first.body, second.body);
  assert.equal((await linksOf(binderId)).length, 1);
  const rows = await service.env.db.query<{ answer: unknown }>('SELECT answer FROM idempotency_keys');
  assert.ok(!JSON.stringify(rows).includes(first.body.data.url.split('.').at(-1)));
});

test('[BINDER-17] [IDEM-2] who may share the binder no longer gets no link again by an Idempotency-Key', async () => {
  const binderId = await actors.fixture();
  const { owner, editor } = actors.users;
  const retry = () =>
    service.call('POST', path(binderId), {
      token: editor.token,
      json: {},
      headers: { 'idempotency-key': 'link-of-editor' },
    });
  assert.equal((await retry()).status, 200);
  const json = { type: 'BOARD_READ_ONLY' };
  await service.call('POST', `/${binderId}/users/${editor.id}`, { token: owner.token, json });
  assert.equal((await retry()).status, 403);
});

test('[BINDER-18] whoever has the link sees the pages, and neither messages nor people', async () => {
  const binderId = await actors.fixture();
  const { owner } = actors.users;
  await uploaded(service, { binderId, owner }, makePdf({ pages: 2 }), 'two <pages>.pdf');
  const web = { type: 'url', url: 'https://example.com/?a=1&b="', name: '<Site>' };
  await service.call('POST', `/${binderId}/pages`, { token: owner.token, json: web });
  await service.call('POST', `/${binderId}/messages`, {
    token: owner.token,
    json: { message: { text: 'a secret word' } },
  });
  const { token, url } = await linkOf(binderId);
  const page = await newVisitor(service.origin).get('/view');
  assert.equal(page.status, 200);
  assert.match(page.text, /location\.hash/);
  const view = await open(token);
  assert.equal(view.status, 200);
  assert.match(view.text, /<h1>Test binder<\/h1>/);
  assert.match(view.text, /two &lt;pages&gt;\.pdf/);
  assert.match(view.text, /href="https:\/\/example\.com\/\?a=1&amp;b=%22"/);
  assert.match(view.text, /&lt;Site&gt;/);
  for (const hidden of ['a secret word', owner.name, owner.email, token])
    assert.ok(!view.text.includes(hidden));
  const images = [...view.text.matchAll(/<img src="([^"]*)"/g)].map(([, src = '']) =>
    src.replaceAll('&amp;', '&'),
  );
  assert.equal(images.length, 3);
  for (const src of images) assert.equal((await fetch(new URL(src, service.origin))).status, 200);
  assert.equal(view.headers.get('cache-control'), 'no-store');
  assert.match(view.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.equal((await open(`  ${url}  `)).status, 200, 'a whole link is pasted');
  assert.equal((await service.call('GET', `/${binderId}`, { token })).status, 401);
});

test('[BINDER-18] what a page has shown opens for half an hour at the most', async () => {
  const binderId = await actors.fixture();
  await uploaded(service, { binderId, owner: actors.users.owner }, 'A note.', 'note.txt');
  const { token, id } = await linkOf(binderId);
  const [, src = ''] = /<img src="([^"]*)"/.exec((await open(token)).text) ?? [];
  const address = new URL(src.replaceAll('&amp;', '&'), service.origin);
  assert.equal((await fetch(address)).status, 200);
  await service.call('DELETE', `${path(binderId)}/${id}`, { token: actors.users.owner.token });
  assert.equal((await open(token)).status, 404);
  service.clock.advance(30 * 60 * 1000 + 1);
  assert.equal((await fetch(address)).status, 403);
});

test('[BINDER-18] a link that expired, was revoked, of a deleted binder or a disabled org, or is wrong opens nothing', async () => {
  const { owner, editor } = actors.users;
  const binderId = await actors.fixture();
  const live = await linkOf(binderId);
  const { token } = live;
  const letter = token.startsWith('A') ? 'B' : 'A';
  for (const wrong of ['', token.slice(0, -1), `${letter}${token.slice(1)}`, `${token}x`, 'x', owner.token])
    assert.equal((await open(wrong)).status, 404, wrong);
  const short = await linkOf(binderId, { expires_in: 60 });
  assert.equal((await open(short.token)).status, 200);
  service.clock.advance(60_001);
  assert.equal((await open(short.token)).status, 404);
  assert.deepEqual(
    (await linksOf(binderId)).map(({ id }) => id),
    [live.id],
  );
  const removed = await service.call('DELETE', `${path(binderId)}/${short.id}`, { token: owner.token });
  assert.equal(removed.status, 404);
  const both = await Promise.all(
    [owner, editor].map((user) =>
      service.call('DELETE', `${path(binderId)}/${live.id}`, { token: user.token }),
    ),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 404], 'once');
  assert.equal((await open(token)).status, 404);
  const other = await actors.fixture();
  const last = await linkOf(other);
  const foreign = await service.call('DELETE', `${path(binderId)}/${last.id}`, { token: owner.token });
  assert.equal(foreign.status, 404, 'a link of another binder');
  await service.env.db.query('UPDATE orgs SET disabled_at = 1 WHERE id = $1', [owner.orgId]);
  assert.equal((await open(last.token)).status, 404);
  await service.env.db.query('UPDATE orgs SET disabled_at = NULL WHERE id = $1', [owner.orgId]);
  assert.equal((await open(last.token)).status, 200);
  await service.call('DELETE', `/${other}`, { token: owner.token });
  assert.equal((await open(last.token)).status, 404);
});

test('[BINDER-18] a link ends with the right of its creator to make it', async () => {
  const { owner } = actors.users;
  const admin = await adminOf(service, owner);
  const ways = {
    ...departures,
    'may only read from now on': async (_: TestService, { binderId, person }: Departure) => {
      const json = { type: 'BOARD_READ_ONLY' };
      await service.call('POST', `/${binderId}/users/${person.id}`, { token: owner.token, json });
    },
  };
  for (const [what, depart] of Object.entries(ways)) {
    const person = await service.make.user({ partner: { id: owner.partnerId, orgId: owner.orgId } });
    const binderId = await service.make.binder(owner, [{ user: person, role: 'editor' }]);
    const { body } = await service.call('POST', path(binderId), { token: person.token, json: {} });
    const link = new URL(body.data.url).hash.slice(1);
    const others = await linkOf(binderId);
    assert.equal((await open(link)).status, 200, what);
    await depart(service, { binderId, owner, admin, person });
    assert.equal((await open(link)).status, 404, `its creator ${what}`);
    assert.equal((await open(others.token)).status, 200, 'the link of another member');
    const listed = await service.call('GET', path(binderId), { token: owner.token });
    assert.deepEqual(
      listed.body.data.links.map(({ id }: { id: string }) => id),
      [others.id],
      what,
    );
  }
});

test('[BINDER-18] a link of a bot works only while its app may act', async () => {
  const { owner } = actors.users;
  const bot = await service.make.bot({
    orgId: owner.orgId,
    partner: { id: owner.partnerId, orgId: owner.orgId },
  });
  const binderId = await service.make.binder(owner);
  const json = { users: [{ user: { id: bot.userId } }] };
  await service.call('POST', `/${binderId}/addorguser`, { token: owner.token, json });
  const { body } = await service.call('POST', path(binderId), { token: bot.token, json: {} });
  const link = new URL(body.data.url).hash.slice(1);
  const setDisabled = (at: number | null) =>
    service.env.db.query('UPDATE clients SET disabled_at = $2 WHERE id = $1', [bot.clientId, at]);
  for (const [at, status] of [
    [null, 200],
    [1, 404],
    [null, 200],
  ] as const) {
    await setDisabled(at);
    assert.equal((await open(link)).status, status);
  }
});

test('[BINDER-18] many pages come in parts', async () => {
  const binderId = await actors.fixture();
  await service.env.db.query(
    `INSERT INTO pages (binder_id, id, type, page_index, page_number, width, height, created_at, updated_at, name)
     SELECT $1, n, 'PAGE_TYPE_WHITEBOARD', 0, (n || '.' || repeat('0', 40) || '5')::numeric, 1, 1, 0, 0, 'leaf ' || n FROM generate_series(1, 450) n`,
    [binderId],
  );
  const { token } = await linkOf(binderId);
  const visitor = newVisitor(service.origin);
  const seen: string[] = [];
  let view = await visitor.post('/view', { token });
  for (let part = 0; part < 3; part++) {
    seen.push(...[...view.text.matchAll(/<span>(leaf \d+)<\/span>/g)].map(([, name = '']) => name));
    if (part < 2) view = await visitor.submit(view, {});
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 450 }, (_, at) => `leaf ${at + 1}`),
  );
  for (const after of ['x', '1', '1 x', '1e9 1', '-1 1', '1 \u0000'])
    assert.match((await open(token, { after })).text, /<span>leaf 1<\/span>/, after);
});

test('[BINDER-17] a term that is none is refused, and a binder has at most 50 links', async () => {
  const binderId = await actors.fixture();
  for (const expires_in of [0, 59, -1, 1.5, '60', null, 366 * 24 * 60 * 60 + 1])
    expectRefusal(await make(binderId, { expires_in }), 400, 'expires_in', String(expires_in));
  await service.env.db.query(
    `INSERT INTO view_links (binder_id, id, user_id, created_at, expires_at)
     SELECT $1, lpad(n::text, 22, '0'), $2, 0, $3::bigint FROM generate_series(1, 49) n`,
    [binderId, actors.users.owner.id, service.clock.now() + 1e9],
  );
  assert.equal((await make(binderId)).status, 200);
  assert.equal((await make(binderId)).status, 412);
  assert.equal((await linksOf(binderId)).length, 50);
});

test('[BINDER-18] tries of one address are limited', async () => {
  let last = await open('x');
  for (let number = 0; number < 80 && last.status !== 429; number++) last = await open('x');
  assert.equal(last.status, 429);
  assert.ok(Number(last.headers.get('retry-after')) > 0);
});
