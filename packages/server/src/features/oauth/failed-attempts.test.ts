import assert from 'node:assert/strict';
import { newVisitor, startService, type TestService, type View } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { deleteExpired } from '../../background/housekeeping.ts';
import { countFailedAttempt, MAX_FAILED_ATTEMPTS } from './sign-in/failed-attempts.ts';
import { mailboxKey } from './sign-in/mailbox-key.ts';
import { createPasswordReset } from './sign-in/resets.ts';
import { createFixture, givePassword, PASSWORD } from './testing/fixture.ts';

const COOKIE = 'ringbinder-device';
const HOUR_MS = 3_600_000;
const OTHER = 'another long password';

let first: TestService;
let processes: TestService[];
beforeAll(async () => {
  first = await startService({ config: { trustProxy: 1 } });
  processes = [first, await startService({ config: { trustProxy: 1 }, beside: first, clock: first.clock })];
});
afterAll(async () => {
  for (const service of processes.reverse()) await service.close();
});

let addresses = 0;
const newAddress = () => `203.0.${113 + (addresses >> 8)}.${addresses++ & 255}`;

async function browser(ip = newAddress(), visitor = newVisitor(first.origin)) {
  const headers = { 'x-forwarded-for': ip };
  const page = await visitor.get('/sign-in?other=', headers);
  const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const signIn = (email: string, password: string, more: Record<string, string> = {}) =>
    visitor.post('/sign-in', { email, password, form_token, ...more }, headers);
  return { visitor, signIn, form_token };
}

async function setPerson(email?: string) {
  const fixture = await createFixture(first);
  if (email !== undefined)
    await first.env.db.query('UPDATE users SET email = $2 WHERE id = $1', [fixture.user.id, email]);
  const person = await browser();
  const address = email ?? fixture.user.email;
  assert.equal((await person.signIn(address, PASSWORD)).status, 303);
  return { ...fixture, ...person, email: address };
}

async function exhaust(email: string, left = 0): Promise<void> {
  for (let turn = left; turn < MAX_FAILED_ATTEMPTS; turn++)
    await countFailedAttempt(first.env, mailboxKey(email));
}

async function strangerSignsIn(email: string, password = PASSWORD, ip?: string): Promise<View> {
  return (await browser(ip)).signIn(email, password);
}

const statusOf = async (view: Promise<View>) => (await view).status;

test('[SIGNIN-7] guesses from very many addresses, at several processes at once, end at a hundred an hour, and the owner goes on', async () => {
  const person = await setPerson('iris@guessed.example');
  const { visitor, form_token } = await browser();
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  // Use one form for all attempts, because its token belongs to a browser, not to an IP address.
  async function guess(turn: number, password: string, email = person.email) {
    for (;;) {
      const view = await newVisitor(processes[turn % 2]?.origin ?? '').post(
        '/sign-in',
        { email, password, form_token },
        { 'x-forwarded-for': newAddress(), cookie },
      );
      if (view.status !== 503) return view;
    }
  }
  await exhaust(person.email, 30);
  const views = await Promise.all(Array.from({ length: 38 }, (_, turn) => guess(turn, `wrong ${turn}`)));
  const looked = views.filter(({ status }) => status === 401).length;
  const refused = views.filter(({ status }) => status === 429);
  assert.deepEqual([looked, refused.length], [30, 8]);
  for (const process of [0, 1]) {
    const right = await guess(process, PASSWORD);
    assert.equal(right.status, 429, 'it is not looked at');
    assert.match(right.text, /Forgot your password/);
    assert.ok(Number(right.headers.get('retry-after')) > 3_000);
    assert.equal((await guess(process, PASSWORD, 'İRİS@guessed.example')).status, 429, 'spelled otherwise');
  }
  assert.equal(await statusOf(person.signIn(person.email, PASSWORD)), 303, 'their browser is known');
  assert.equal(await statusOf(person.signIn(person.email, PASSWORD)), 303, 'also after that');
  const elsewhere = await browser(newAddress(), person.visitor);
  assert.equal(await statusOf(elsewhere.signIn(person.email, 'wrong')), 401, 'it may be wrong, too');
  assert.equal(await statusOf(elsewhere.signIn(person.email, PASSWORD)), 303, 'from another address');
  first.clock.advance(HOUR_MS);
  assert.equal(await statusOf(strangerSignsIn(person.email)), 303, 'an hour later');
});

test('[SIGNIN-7] an address that nobody has is refused just as one that somebody has', async () => {
  await exhaust('nobody@guessed.example');
  assert.equal(await statusOf(strangerSignsIn('nobody@guessed.example')), 429);
});

test('[SIGNIN-7] right passwords do not count, however many browsers are new', async () => {
  const person = await setPerson();
  for (let turn = 0; turn < 3; turn++) assert.equal(await statusOf(strangerSignsIn(person.email)), 303);
  assert.equal(await statusOf(strangerSignsIn(person.email, 'wrong')), 401);
  const rows = await first.env.db.query('SELECT FROM password_guesses WHERE guesses = 1');
  assert.equal(rows.length, 1);
  first.clock.advance(HOUR_MS + 1);
  await deleteExpired(first.env);
  assert.equal((await first.env.db.query('SELECT FROM password_guesses')).length, 0);
});

test('[SIGNIN-3] [SIGNIN-7] who shares an address with a guesser signs in with the browser that is known', async () => {
  const person = await setPerson();
  const ip = newAddress();
  const sameOrg = await browser(ip);
  for (let turn = 0; turn < 5; turn++)
    assert.equal(await statusOf(sameOrg.signIn(person.email, 'wrong')), 401);
  assert.equal(await statusOf(sameOrg.signIn(person.email, PASSWORD)), 429);
  const same = await browser(ip, person.visitor);
  assert.equal(await statusOf(same.signIn(person.email, PASSWORD)), 303);
});

test('[SIGNIN-7] a browser that is known has a limit of its own, which is nobody else’s', async () => {
  const person = await setPerson();
  for (let turn = 0; turn < 5; turn++)
    assert.equal(await statusOf(person.signIn(person.email, 'wrong')), 401);
  const moved = await browser(newAddress(), person.visitor);
  assert.equal(await statusOf(moved.signIn(person.email, PASSWORD)), 429, 'wherever it is');
  assert.equal(await statusOf(strangerSignsIn(person.email)), 303);
});

test('[SIGNIN-7] a cookie that somebody has put into the browser beforehand is worth nothing to them', async () => {
  const attacker = await setPerson();
  const person = await setPerson();
  const planted = attacker.visitor.cookies.get(COOKIE) ?? '';
  assert.match(planted, /^[\w-]{43}$/);
  person.visitor.cookies.set(COOKIE, planted);
  assert.equal(await statusOf(person.signIn(person.email, PASSWORD)), 303);
  await exhaust(person.email);
  assert.equal(attacker.visitor.cookies.get(COOKIE), planted);
  assert.equal(await statusOf(attacker.signIn(person.email, PASSWORD)), 429);
  assert.equal(await statusOf(person.signIn(person.email, PASSWORD)), 303);
});

test('[SIGNIN-7] a browser that several people use is known to each of them', async () => {
  const one = await setPerson();
  const other = await createFixture(first);
  assert.equal(await statusOf(one.signIn(other.user.email, PASSWORD)), 303);
  for (const email of [one.email, other.user.email]) await exhaust(email);
  assert.equal(await statusOf(one.signIn(one.email, PASSWORD)), 303);
  assert.equal(await statusOf(one.signIn(other.user.email, PASSWORD)), 303);
});

test('[SIGNIN-7] a link that resets the password lets in from a new browser, and makes the others strangers', async () => {
  const { env } = first;
  const person = await setPerson();
  await exhaust(person.email);
  const url = new URL(await env.db.transaction((tx) => createPasswordReset(env, tx, person.user.id)));
  const fresh = newVisitor(first.origin);
  const page = await fresh.get(url.pathname + url.search);
  assert.equal((await fresh.submit(page, { password: OTHER })).status, 303);
  assert.equal(await statusOf(person.signIn(person.email, OTHER)), 429, 'who knew the old one may have it');
  const again = await browser(newAddress(), fresh);
  assert.equal(await statusOf(again.signIn(person.email, OTHER)), 303);
  const changing = await fresh.get('/password');
  assert.equal((await fresh.submit(changing, { old: OTHER, password: PASSWORD })).status, 200);
  assert.equal(await statusOf(again.signIn(person.email, PASSWORD)), 303, 'where it was changed');
});

test('[SIGNIN-7] an account of one’s own with somebody’s address gets no guesses at theirs', async () => {
  const person = await setPerson();
  const own = await createFixture(first);
  const ownPassword = 'what the guesser has set';
  await first.env.db.query('UPDATE users SET email = $2 WHERE id = $1', [own.user.id, person.email]);
  await givePassword(first, own.user, ownPassword);
  const guesser = await browser();
  assert.equal(await statusOf(guesser.signIn(person.email, ownPassword, { org_id: own.user.orgId })), 303);
  const count = async () => {
    const [row] = await first.env.db.query<{ guesses: number }>(
      `SELECT guesses FROM password_guesses WHERE hash = sha256(convert_to($1, 'UTF8'))`,
      [mailboxKey(person.email)],
    );
    return row?.guesses ?? 0;
  };
  const before = await count();
  assert.equal(await statusOf(guesser.signIn(person.email, ownPassword)), 303);
  assert.equal(await count(), before + 1, 'it fits the one, and was a guess at the other');
  await exhaust(person.email).catch(() => undefined);
  const fits = await guesser.signIn(person.email, PASSWORD);
  assert.equal(fits.status, 429);
  assert.equal(await statusOf(guesser.signIn(person.email, ownPassword)), 303, 'their own account goes on');
});

test('[SIGNIN-7] a password that fits one of two accounts was a guess at the other', async () => {
  const [one, other] = [await createFixture(first), await createFixture(first)];
  const email = 'two@guessed.example';
  for (const { user } of [one, other])
    await first.env.db.query('UPDATE users SET email = $2 WHERE id = $1', [user.id, email]);
  await givePassword(first, other.user, OTHER);
  const ip = newAddress();
  for (let turn = 0; turn < 5; turn++) assert.equal(await statusOf(strangerSignsIn(email, OTHER, ip)), 303);
  assert.equal(await statusOf(strangerSignsIn(email, PASSWORD, ip)), 429);
});

test('[SIGNIN-7] an account knows its twenty last browsers, each for a year after its last sign-in', async () => {
  const person = await setPerson();
  const { db } = first.env;
  await db.query(
    `INSERT INTO sign_in_devices (hash, user_id, seen_at)
     SELECT sha256(n::text::bytea), $1, $2::bigint + n FROM generate_series(1, 30) n`,
    [person.user.id, first.clock.now()],
  );
  first.clock.advance(1_000);
  assert.equal(await statusOf(person.signIn(person.email, PASSWORD)), 303);
  const devices = await db.query('SELECT FROM sign_in_devices WHERE user_id = $1', [person.user.id]);
  assert.equal(devices.length, 20);
  const value = person.visitor.cookies.get(COOKIE) ?? '';
  const stored = await db.query<{ row: string }>('SELECT row_to_json(d)::text AS row FROM sign_in_devices d');
  assert.ok(
    stored.every(({ row }) => !row.includes(value)),
    'the database has its hash',
  );
  first.clock.advance(365 * 24 * HOUR_MS + 1);
  await exhaust(person.email);
  assert.equal(await statusOf(person.signIn(person.email, PASSWORD)), 429);
  await deleteExpired(first.env);
  assert.equal((await db.query('SELECT FROM sign_in_devices')).length, 0);
});
