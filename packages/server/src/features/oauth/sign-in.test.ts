import assert from 'node:assert/strict';
import { newVisitor, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { hashPassword } from '../users/index.ts';
import { createFixture, givePassword, type OAuthFixture, PASSWORD } from './testing/fixture.ts';

let service: TestService;
let fixture: OAuthFixture;
beforeAll(async () => {
  service = await startService();
  fixture = await createFixture(service);
});
afterAll(() => service.close());

async function attempt(email: string, password: string, more: Record<string, string> = {}) {
  const visitor = newVisitor(service.origin);
  const view = await visitor.submit(await visitor.get('/sign-in'), { email, password, ...more });
  return { visitor, view };
}

test('[SIGNIN-1] an address and its password sign in, whatever the case of the address; anything else does not', async () => {
  const { view, visitor } = await attempt(fixture.user.email.toUpperCase(), PASSWORD);
  assert.equal(view.status, 303);
  assert.equal(view.location, '/');
  assert.ok((await visitor.get('/account')).text.includes(fixture.user.name));
  const texts = new Set<string>();
  for (const [email, password] of [
    [fixture.user.email, 'wrong'],
    [fixture.user.email, `${PASSWORD} `],
    ['nobody@test.example', PASSWORD],
    ["' OR '1'='1", PASSWORD],
    ['', ''],
  ] as const) {
    const { view } = await attempt(email, password);
    assert.equal(view.status, 401);
    texts.add(/role="alert">([^<]+)</.exec(view.text)?.[1] ?? view.text);
  }
  assert.equal(texts.size, 1, 'the page does not tell which it was');
});

test('[SIGNIN-1] an address nobody has costs as much time as a wrong password', async () => {
  const costOf = async (email: string) => {
    const visitor = newVisitor(service.origin);
    const page = await visitor.get('/sign-in');
    return processMs(() => visitor.submit(page, { email, password: 'wrong' }));
  };
  // Use the minimum of several measurements, to exclude other load. Without a password check, the cost would be a
  // tenth.
  let [knownAddress, unknown] = [Number.POSITIVE_INFINITY, 0];
  for (let turn = 0; turn < 20 && unknown <= knownAddress * 0.5; turn++) {
    const { user } = await createFixture(service);
    await givePassword(service, user, PASSWORD, hashPassword);
    knownAddress = Math.min(knownAddress, await costOf(user.email));
    unknown = Math.min(unknown || Number.POSITIVE_INFINITY, await costOf(`nobody-${turn}@test.example`));
  }
  assert.ok(
    unknown > knownAddress * 0.5,
    `${unknown} ms of work for nobody, ${knownAddress} ms for somebody`,
  );
});

test('[SIGNIN-1] one address in two orgs chooses the org', async () => {
  const orgId = await service.make.org(fixture.partner.id);
  const twin = await service.make.user({ partner: fixture.partner, orgId });
  const email = 'twin@test.example';
  for (const user of [fixture.user, twin])
    await service.env.db.query('UPDATE users SET email = $2 WHERE id = $1', [user.id, email]);
  await givePassword(service, twin);
  const { view, visitor } = await attempt(email, PASSWORD);
  assert.equal(view.status, 200);
  assert.ok(view.text.includes('Organisation'));
  const done = await visitor.submit(view, { email, password: PASSWORD, org_id: orgId });
  assert.equal(done.status, 303);
  assert.ok((await visitor.get('/account')).text.includes(twin.name));
});

test('[SIGNIN-5] of an address with accounts at many partners, those count that the application serves', async () => {
  const email = 'everywhere@test.example';
  const users = [];
  for (let turn = 0; turn < 6; turn++) {
    const one = await createFixture(service);
    users.push(one);
    await service.env.db.query('UPDATE users SET email = $2, created_at = $3 WHERE id = $1', [
      one.user.id,
      email,
      turn,
    ]);
  }
  const [first, last] = [users[0], users.at(-1)];
  assert.ok(first && last);
  const signIn = async (next: string) => {
    const visitor = newVisitor(service.origin);
    const page = await visitor.get(`/sign-in?${new URLSearchParams({ next })}`);
    return { visitor, page, view: await visitor.submit(page, { email, password: PASSWORD }) };
  };
  const { view, visitor } = await signIn(last.authorizeUrl());
  assert.equal(view.status, 303, 'the sixth oldest account, and no choice of orgs of other partners');
  const next = last.authorizeUrl();
  assert.equal(view.location, `/continue?${new URLSearchParams({ next })}`);
  assert.ok((await visitor.get('/account')).text.includes(last.user.name));
  assert.match((await signIn('/account')).view.text, /Organisation/);
  const { id } = await service.make.client({ partnerId: last.partner.id });
  const otherOrg = await service.make.org(last.partner.id);
  await service.env.db.query('UPDATE clients SET org_id = $2 WHERE id = $1', [id, otherOrg]);
  const bound = await signIn(last.authorizeUrl({ client_id: id }));
  assert.equal(bound.view.status, 401, 'bound to another org than the account');
  const elsewhere = await bound.visitor.submit(bound.page, {
    email,
    password: PASSWORD,
    org_id: first.user.orgId,
  });
  assert.equal(elsewhere.status, 401, 'an org that is chosen does not widen it');
});

test('[SIGNIN-2] the cookie is HttpOnly and Lax, is another at each sign-in, and ends with the session', async () => {
  const one = await createFixture(service);
  const visitor = newVisitor(service.origin);
  visitor.cookies.set('ringbinder-session', 'x'.repeat(43));
  const page = await visitor.get('/sign-in');
  const view = await visitor.submit(page, { email: one.user.email, password: PASSWORD });
  const cookie = view.headers.getSetCookie().find((line) => /session=[\w-]{43};/.test(line)) ?? '';
  assert.match(cookie, /^ringbinder-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  assert.notEqual(
    visitor.cookies.get('ringbinder-session'),
    'x'.repeat(43),
    'no session is fixed beforehand',
  );
  const value = visitor.cookies.get('ringbinder-session') ?? '';
  const rows = await service.env.db.query<{ row: string }>(
    'SELECT row_to_json(s)::text AS row FROM sessions s',
  );
  assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(value)), 'the database has its hash');
  const account = await visitor.get('/account');
  const left = await visitor.submit(account, {});
  assert.deepEqual([left.status, visitor.cookies.has('ringbinder-session')], [200, false]);
  const again = newVisitor(service.origin);
  again.cookies.set('ringbinder-session', value);
  assert.equal((await again.get('/account')).status, 303, 'the session is gone, not only its cookie');
});

test('[SIGNIN-2] with an https address the cookie is Secure and has the prefix __Host-; the sandbox has its own', async () => {
  const secure = await startService({
    environments: ['production', 'sandbox'],
    config: { publicUrl: 'https://binders.example.com' },
  });
  const { env } = secure;
  env.baseUrl = () => 'https://binders.example.com/v1/';
  const page = await newVisitor(secure.origin).get('/sign-in');
  const [cookie = ''] = page.headers.getSetCookie();
  assert.match(cookie, /^__Host-ringbinder-form=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
  const sandbox = await newVisitor(secure.origin).get('/sandbox/sign-in');
  assert.match(sandbox.headers.getSetCookie()[0] ?? '', /^ringbinder-form-sandbox=/);
  await secure.close();
});

test('[SIGNIN-2] a session ends when it is not used, after a week, and with its user', async () => {
  const one = await createFixture(service);
  const HOUR = 3_600_000;
  const isIn = async (visitor: Awaited<ReturnType<OAuthFixture['signedIn']>>) =>
    (await visitor.get('/account')).status === 200;
  const idle = await one.signedIn();
  service.clock.advance(11.9 * HOUR);
  assert.equal(await isIn(idle), true);
  service.clock.advance(12.1 * HOUR);
  assert.equal(await isIn(idle), false);
  const busy = await one.signedIn();
  for (let half = 0; half < 14; half++) {
    assert.equal(await isIn(busy), true);
    service.clock.advance(11.99 * HOUR);
  }
  service.clock.advance(1 * HOUR);
  assert.equal(await isIn(busy), false);
  const last = await one.signedIn();
  await service.env.db.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [one.user.id]);
  assert.equal(await isIn(last), false);
});

test('[SIGNIN-3] [LIMIT-9] wrong passwords from one address lock that address out, and not the account', async () => {
  const one = await createFixture(service);
  const proxied = await startService({ beside: service, config: { trustProxy: 1 } });
  const from = async (address: string, password: string) => {
    const visitor = newVisitor(proxied.origin);
    const headers = { 'x-forwarded-for': address };
    const page = await visitor.get('/sign-in', headers);
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    return visitor.post('/sign-in', { email: one.user.email, password, form_token: token }, headers);
  };
  for (let turn = 0; turn < 5; turn++) assert.equal((await from('198.51.100.7', 'wrong')).status, 401);
  const locked = await from('198.51.100.7', PASSWORD);
  assert.equal(locked.status, 429);
  assert.ok(Number(locked.headers.get('retry-after')) > 0);
  assert.match(locked.headers.get('content-type') ?? '', /html/);
  assert.equal((await from('198.51.100.8', PASSWORD)).status, 303, 'its owner signs in from elsewhere');
  await proxied.close();
});

test('[SIGNIN-3] [LIMIT-9] of forty passwords that are tried at once no more are looked at than one after another', async (context) => {
  const one = await createFixture(service);
  await givePassword(service, one.user, PASSWORD, hashPassword);
  const proxied = await startService({ beside: service, config: { trustProxy: 1 } });
  context.onTestFinished(() => proxied.close());
  const headers = { 'x-forwarded-for': '198.51.100.77' };
  const visitor = newVisitor(proxied.origin);
  const page = await visitor.get('/sign-in', headers);
  const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  async function guess(password: string) {
    for (;;) {
      const view = await visitor.post('/sign-in', { email: one.user.email, password, form_token }, headers);
      if (view.status !== 503) return view;
    }
  }
  const wrong = Array.from({ length: 40 }, (_, number) => guess(`wrong ${number}`));
  const statuses = (await Promise.all(wrong)).map(({ status }) => status);
  assert.deepEqual(
    [401, 429].map((status) => statuses.filter((each) => each === status).length),
    [5, 35],
  );
  assert.equal((await guess(PASSWORD)).status, 429);
});

test('[SIGNIN-1] many sign-ins at once do not hold up the event loop', async (context) => {
  // Use another address for each attempt, because attempts from one address are sequential.
  const proxied = await startService({ beside: service, config: { trustProxy: 1 } });
  context.onTestFinished(() => proxied.close());
  const one = await createFixture(service);
  await givePassword(service, one.user, PASSWORD, hashPassword);
  const holds: number[] = [];
  for (let round = 0; round < 3; round++) {
    const forms = await Promise.all(
      Array.from({ length: 12 }, async (_, number) => {
        const headers = { 'x-forwarded-for': `192.0.${round}.${number}` };
        const visitor = newVisitor(proxied.origin);
        const page = await visitor.get('/sign-in', headers);
        const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
        const fields = { email: one.user.email, password: PASSWORD, form_token };
        return async () => {
          for (;;) {
            const view = await visitor.post('/sign-in', fields, headers);
            // A slow machine refuses what would wait too long for its turn.
            if (view.status !== 503) return view;
          }
        };
      }),
    );
    const [first, ...others] = forms;
    const views = [await first?.()];
    const hold = watchThread();
    views.push(...(await Promise.all(others.map((submit) => submit()))));
    holds.push(hold.stop());
    assert.ok(views.every((view) => view?.status === 303));
  }
  const hash = await processMs(() => hashPassword(PASSWORD));
  // If a hash takes over 40 ms, the machine is slow, so allow half the time of a hash.
  const most = Math.max(20, hash / 2);
  const least = Math.min(...holds);
  assert.ok(least < most, `held up for ${least} ms of its own work; a hash takes ${hash} ms`);
});

/** Measures CPU time, because elapsed time includes waiting for a processor. */
function watchThread(): { stop(): number } {
  const workMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let before = workMs();
  let most = 0;
  const look = () => {
    const now = workMs();
    most = Math.max(most, now - before);
    before = now;
  };
  const timer = setInterval(look, 1);
  return {
    stop() {
      look();
      clearInterval(timer);
      return most;
    },
  };
}

async function processMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
