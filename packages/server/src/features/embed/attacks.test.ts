import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { embedModules } from '@ringbinder/protocol';
import { startService } from '@ringbinder/testkit';
import buildPages from '@ringbinder/testkit/build-pages.ts';
import { afterAll, test } from 'vitest';
import { deleteExpiredWindows } from './index.ts';
import { jsonOf, registerOrigins } from './testing/host-page.ts';

buildPages();
const service = await startService();
afterAll(() => service.close());
const partner = await service.make.partner();
const client = await service.make.client({ partnerId: partner.id });
const clientId = client.id;
const other = await service.make.client({ partnerId: partner.id });
const ada = await service.make.user({ partner, client, name: 'Ada' });
const host = { origin: 'https://portal.example' };
const foreign = { origin: 'https://foreign.example' };
await registerOrigins(service, clientId, [host.origin]);
await registerOrigins(service, other.id, [foreign.origin]);

const addressOf = (origin: string, client = clientId, module = 'chat') =>
  `${service.origin}/embed/${module}?${new URLSearchParams({ client_id: client, origin, widget: 'w1' })}`;
interface Read {
  data: { frames: { seq: number; frame: { type: string } }[] };
}

const secret = () => randomBytes(32).toString('base64url');
const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${service.base}/embed/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('[SDK-19] a window gets its session, even if it asks at the moment when the page leaves it', async () => {
  for (let round = 0; round < 20; round++) {
    const code = secret();
    const left = {
      client_id: clientId,
      access_token: ada.token,
      code,
      key: secret(),
      session: { type: 'session' },
    };
    const [leaving, taking] = await Promise.all([
      post('popups', left, { origin: host.origin }),
      post('popups/take', { client_id: clientId, code, key: secret() }),
    ]);
    assert.deepEqual([leaving.status, taking.status], [200, 200], `round ${round}: ${await taking.text()}`);
  }
});

test('[SDK-21] only registered origins may frame a module, and no cookie is read or set', async () => {
  const answer = await fetch(addressOf(host.origin), { headers: { cookie: 'ringbinder-session=x' } });
  const policy = answer.headers.get('content-security-policy') ?? '';
  assert.equal(answer.status, 200);
  assert.ok(policy.includes(`frame-ancestors ${host.origin};`), policy);
  assert.equal(answer.headers.get('set-cookie'), null);
  assert.equal(answer.headers.get('x-frame-options'), null);
  const popup = await fetch(`${addressOf(host.origin)}&popup=1`);
  assert.ok(popup.headers.get('content-security-policy')?.includes(`frame-ancestors 'none';`));
  for (const [address, status, words] of [
    [addressOf(foreign.origin), 403, `add it to the origins of client ${clientId}`],
    [addressOf('null'), 403, 'an unknown origin'],
    [addressOf(host.origin, 'C1234567890123456789012'), 404, 'does not exist'],
    [addressOf('https://a.example"><script>alert(1)</script>'), 403, 'an unknown origin'],
  ] as const) {
    const refused = await fetch(address);
    const text = await refused.text();
    assert.equal(refused.status, status, address);
    assert.ok(text.includes(words), text);
    assert.ok(!text.includes('alert(1)') && !text.includes('/assets/chat/'));
    assert.match(
      refused.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'self'/,
    );
  }
  assert.equal((await fetch(addressOf(host.origin, clientId, 'nothing'))).status, 400);
});

test('[SDK-28] a code opens a session once, for its client, from a page of the service, within a minute', async () => {
  const leave = (more: object = {}, origin = host.origin) => {
    const body = {
      client_id: clientId,
      access_token: ada.token,
      code: secret(),
      key: secret(),
      session: { type: 'session' },
      ...more,
    };
    return { body, answer: post('popups', body, { origin }) };
  };
  const statusOf = async ({ answer }: { answer: Promise<Response> }) => (await answer).status;
  assert.equal(await statusOf(leave({}, foreign.origin)), 403);
  assert.equal(await statusOf(leave({}, 'null')), 403);
  assert.equal(await statusOf(leave({ access_token: 'unknown' })), 401);
  assert.equal(
    await statusOf(leave({ client_id: other.id }, foreign.origin)),
    403,
    'a token of another client',
  );
  assert.equal(await statusOf(leave({ client_id: 'C1234567890123456789012' })), 404);
  assert.equal(await statusOf(leave({ code: 'short' })), 400);

  const { body, answer } = leave();
  assert.equal((await answer).status, 200);
  assert.equal((await post('popups', body, { origin: host.origin })).status, 409);
  const take = (more: object = {}, headers = {}) =>
    post('popups/take', { client_id: clientId, code: body.code, key: secret(), ...more }, headers);
  assert.equal((await take({}, { 'sec-fetch-site': 'cross-site' })).status, 403);
  assert.equal((await take({}, { origin: foreign.origin })).status, 403);
  assert.equal((await take({ client_id: other.id })).status, 412);
  const both = await Promise.all([take(), take()]);
  assert.deepEqual(
    both.map(({ status }) => status).sort(),
    [200, 412],
    'one of two concurrent requests gets it',
  );
  const [accepted] = both.filter(({ status }) => status === 200);
  assert.ok(accepted);
  assert.deepEqual((await jsonOf<{ data: unknown }>(accepted)).data, {
    session: { type: 'session', token: ada.token },
    origin: host.origin,
  });
  assert.equal((await take()).status, 412);
  const rows = await service.env.db.query<{ text: string }>(
    `SELECT embed_windows::text AS text FROM embed_windows`,
  );
  assert.ok(
    rows.length > 0 && rows.every(({ text }) => !text.includes(ada.token) && !text.includes(body.code)),
  );

  const late = leave();
  assert.equal((await late.answer).status, 200);
  service.clock.advance(61_000);
  assert.equal((await take({ code: late.body.code })).status, 412);
  await deleteExpiredWindows(service.env.db, service.clock.now() + 25 * 60 * 60 * 1000);
  assert.deepEqual(await service.env.db.query('SELECT FROM embed_windows'), []);
});

test('[SDK-28] a page and its window exchange frames in order with their keys, and nobody else can read them', async () => {
  const code = secret();
  const [host1, popup1] = [secret(), secret()];
  const left = {
    client_id: clientId,
    access_token: ada.token,
    code,
    key: host1,
    session: { type: 'session' },
  };
  assert.equal((await post('popups', left, { origin: host.origin })).status, 200);
  const sendTypes = (key: string, ...types: string[]) =>
    post('frames', { key, frames: types.map((type) => ({ type })) });
  const read = async (key: string, after = 0) => {
    const answer = await post('frames/read', { key, after });
    return answer.status === 200 ? (await jsonOf<Read>(answer)).data.frames : [];
  };
  assert.equal((await sendTypes(popup1, 'shown')).status, 404, 'before it took the session');
  assert.equal((await post('popups/take', { client_id: clientId, code, key: popup1 })).status, 200);
  const waiting = read(host1);
  assert.equal((await sendTypes(popup1, 'shown', 'event')).status, 200);
  const receivedFrames = await waiting;
  assert.deepEqual(
    receivedFrames.map(({ frame }) => frame.type),
    ['shown', 'event'],
  );
  await sendTypes(popup1, 'size');
  const next = await read(host1, receivedFrames.at(-1)?.seq);
  assert.deepEqual(
    next.map(({ frame }) => frame.type),
    ['size'],
  );
  await sendTypes(host1, 'token');
  assert.deepEqual(
    (await read(popup1)).map(({ frame }) => frame.type),
    ['token'],
  );
  for (const key of [secret(), code])
    assert.equal((await post('frames/read', { key, after: 0 })).status, 404, 'the code is not a key');
  const large = await post('frames', { key: host1, frames: [{ type: 'event', detail: 'x'.repeat(70_000) }] });
  assert.equal(large.status, 413);
});

test('[SDK-29] the user of a module is returned for a token of its client only', async () => {
  const ask = (client: string, token: string) =>
    fetch(`${service.base}/embed/me?client_id=${client}`, { headers: { authorization: `Bearer ${token}` } });
  const own = await ask(clientId, ada.readToken);
  assert.equal(own.status, 200);
  assert.equal((await jsonOf<{ data: { user: { id: string } } }>(own)).data.user.id, ada.id);
  assert.equal(own.headers.get('cache-control'), 'no-store');
  assert.equal((await ask(other.id, ada.token)).status, 403);
  assert.equal((await ask(clientId, 'unknown')).status, 401);
});

test('[SDK-21] the page of each module allows its registered origins as parents and refuses all others', async () => {
  for (const module of embedModules) {
    const policyOf = async (address: string) => {
      const answer = await fetch(address);
      const text = await answer.text();
      return { status: answer.status, text, policy: answer.headers.get('content-security-policy') ?? '' };
    };
    const own = await policyOf(addressOf(host.origin, clientId, module));
    assert.equal(own.status, 200, module);
    assert.ok(own.policy.includes(`frame-ancestors ${host.origin};`), module);
    const opened = await policyOf(`${addressOf(host.origin, clientId, module)}&popup=1`);
    assert.ok(opened.policy.includes("frame-ancestors 'none';"), module);
    const refused = await policyOf(addressOf(foreign.origin, clientId, module));
    assert.equal(refused.status, 403, module);
    assert.ok(!refused.text.includes('/assets/') || !refused.text.includes('type="module"'), module);
  }
});

test('[SDK-63] every origin in the ancestors of an address must be registered', async () => {
  const statusOf = async (ancestors: string) => {
    const query = new URLSearchParams({ client_id: clientId, origin: host.origin, widget: 'w', ancestors });
    return (await fetch(`${service.origin}/embed/chat?${query}`)).status;
  };
  assert.equal(await statusOf(''), 200);
  assert.equal(await statusOf(`${host.origin},${host.origin}`), 200);
  for (const around of [
    foreign.origin,
    `${host.origin},${foreign.origin}`,
    'null',
    `${host.origin},`,
    '"><b>',
  ])
    assert.equal(await statusOf(around), 403, around);
});

test('[SDK-67] the server has a page with the reference, and the guides link to it', async () => {
  const answer = await fetch(`${service.origin}/docs/guides/sdk`);
  assert.equal(answer.status, 200);
  const text = await answer.text();
  for (const part of [
    'service-transaction',
    'data-client-id',
    'binder-id',
    'request_view_binder',
    'page without origin',
  ])
    assert.ok(text.includes(part), part);
  const overview = await (await fetch(`${service.origin}/docs/guides`)).text();
  assert.match(overview, /href="\/docs\/guides\/sdk"/);
});
