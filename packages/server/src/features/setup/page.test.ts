import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '@ringbinder/testkit';
import { prepareSetupLink } from './index.ts';

let service: TestService;
let link: string;
before(async () => {
  service = await startService();
  link = (await prepareSetupLink(service.env)) ?? '';
});
after(() => service.close());

const wish = {
  partner_name: 'A & B',
  org_name: 'Head "Office"',
  first_name: '',
  last_name: '',
  email: 'ada@example.com',
  password: 'correct horse battery',
};
const send = (fields: Record<string, string>, token = new URL(link).searchParams.get('token') ?? '') =>
  fetch(`${service.origin}/setup`, { method: 'POST', body: new URLSearchParams({ token, ...fields }) });

test('[ORG-10] the set-up link opens a form that no other page can frame, and that leaks its address to none', async () => {
  const page = await fetch(link);
  const html = await page.text();
  assert.equal(page.status, 200);
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /default-src 'none'.*frame-ancestors 'none'/,
  );
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(page.headers.get('cache-control'), 'no-store');
  for (const name of [...Object.keys(wish), 'token']) assert.ok(html.includes(`name="${name}"`), name);
  for (const token of ['', '?token=', '?token=guess']) {
    const dead = await fetch(`${service.origin}/setup${token}`);
    assert.equal(dead.status, 403);
    assert.ok(!(await dead.text()).includes('<form'));
  }
  assert.ok(!service.logLines.join('').includes(new URL(link).searchParams.get('token') ?? 'none'));
});

test('[ORG-10] [ORG-23] the form makes the first admin once; what was wrong is said, and what was right stays', async () => {
  const refused = await send({ ...wish, password: 'short', partner_name: '<b>"x"' });
  const html = await refused.text();
  assert.equal(refused.status, 400);
  assert.match(html, /role="alert">password /);
  assert.ok(html.includes('value="&#60;b&#62;&#34;x&#34;"') && !html.includes('short'), html);
  assert.equal((await send(wish, 'guess')).status, 403);
  const answers = await Promise.all([send(wish), send(wish), send(wish)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403, 403]);
  const rows = await service.env.db.query('SELECT name FROM partners');
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['A & B'],
  );
  const [user] = await service.env.db.query('SELECT name, is_partner_admin FROM users');
  assert.deepEqual({ ...user }, { name: 'ada', is_partner_admin: true });
  assert.equal((await fetch(link)).status, 403);
});

test('[ORG-10] other bodies than forms are refused', async () => {
  const answer = await fetch(`${service.origin}/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  assert.equal(answer.status, 400);
});
