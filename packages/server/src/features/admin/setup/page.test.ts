import assert from 'node:assert/strict';
import { newVisitor, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { prepareSetupLink } from '../../setup/index.ts';

let service: TestService;
let link: string;
let token: string;
beforeAll(async () => {
  service = await startService();
  link = (await prepareSetupLink(service.env)) ?? '';
  token = new URL(link).searchParams.get('token') ?? '';
});
afterAll(() => service.close());

const input = {
  partner_name: 'A & B',
  org_name: 'Head "Office"',
  first_name: '',
  last_name: '',
  email: 'ada@example.com',
  password: 'correct horse battery',
};

test('[ORG-10] the set-up link opens a form that no other page can frame, and whose address is not logged', async () => {
  const page = await newVisitor(service.origin).get(link);
  assert.equal(page.status, 200);
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /default-src 'none'.*frame-ancestors 'none'/,
  );
  assert.equal(page.headers.get('cache-control'), 'no-store');
  for (const name of [...Object.keys(input), 'token']) assert.ok(page.text.includes(`name="${name}"`), name);
  for (const query of ['', '?token=', '?token=guess']) {
    const dead = await newVisitor(service.origin).get(`/setup${query}`);
    assert.equal(dead.status, 403);
    assert.ok(!dead.text.includes('<form'));
  }
  assert.ok(!service.logLines.join('').includes(token));
});

test('[ORG-10] [ORG-23] the form makes the first admin once, who is signed in; what was wrong is said', async () => {
  const visitor = newVisitor(service.origin);
  const page = await visitor.get(link);
  const refused = await visitor.submit(page, { ...input, password: 'short', partner_name: '<b>"x"' });
  assert.equal(refused.status, 400);
  assert.match(
    refused.text,
    /role="alert">The password must have 10 to 200 characters\.<[\s\S]*id="password"[^>]*aria-invalid="true"/,
  );
  assert.ok(
    refused.text.includes('value="&lt;b&gt;&quot;x&quot;"') && !refused.text.includes('value="short"'),
  );
  assert.equal((await visitor.submit(page, { ...input, token: 'guess' })).status, 403);
  const foreign = await newVisitor(service.origin).post('/setup', { token, ...input });
  assert.equal(foreign.status, 403, 'a form that is not ours');
  const views = await Promise.all([1, 2, 3].map(() => visitor.submit(page, input)));
  assert.deepEqual(views.map(({ status }) => status).sort(), [303, 403, 403]);
  assert.ok(views.some(({ location }) => location === '/admin'));
  const rows = await service.env.db.query('SELECT name FROM partners');
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['A & B'],
  );
  const [user] = await service.env.db.query('SELECT name, is_partner_admin FROM users');
  assert.deepEqual({ ...user }, { name: 'ada', is_partner_admin: true });
  assert.equal((await visitor.get('/account')).status, 200);
  assert.equal((await visitor.get(link)).status, 403);
});
