import assert from 'node:assert/strict';
import { newVisitor, type View } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { test } from 'vitest';
import { createFixture, givePassword } from '../testing/fixture.ts';

const idsOf = ({ text }: View) => [...text.matchAll(/name="id" value="([^"]*)"/g)].map(([, id]) => id ?? '');
const tokenOf = ({ text }: View) => /name="form_token" value="([^"]*)"/.exec(text)?.[1] ?? '';

test('[SIGNIN-11] a person sees the browsers in which she is signed in, and signs out one of them', async () => {
  const fixture = await createFixture(service);
  const [here, lost, other] = [await fixture.signedIn(), await fixture.signedIn(), await fixture.signedIn()];
  await service.env.db.query(
    `UPDATE sessions SET user_agent = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0', address = '192.0.2.7'
     WHERE user_id = $1 AND id = ANY($2)`,
    [fixture.user.id, idsOf(await here.get('/sessions')).slice(0, 1)],
  );
  assert.match((await here.get('/account')).text, /href="\/sessions"/);
  const page = await here.get('/sessions');
  const [firefox, unnamed, ...none] = idsOf(page);
  assert.ok(firefox && unnamed);
  assert.deepEqual(none, [], 'no button signs out the own browser');
  assert.equal(page.text.match(/This browser/g)?.length, 1);
  assert.match(page.text, /<strong>Firefox on Windows<\/strong>\s*<span[^>]*>192\.0\.2\.7<\/span>/);
  assert.match(page.text, /Last used [^<]*\d/);

  const end = (form_token: string, id: string) => here.post('/sessions/end', { form_token, id });
  assert.equal((await end('x', firefox)).status, 403);
  assert.equal((await end(tokenOf(page), firefox)).location, '/sessions?ended=1');
  assert.deepEqual(idsOf(await here.get('/sessions?ended=1')), [unnamed]);
  const signedIn = await Promise.all([here, lost, other].map((each) => each.get('/account')));
  assert.deepEqual(signedIn.map(({ status }) => status).toSorted(), [200, 200, 303]);
});

test('[SIGNIN-11] a person signs out all other browsers, and no browser of another person', async () => {
  const fixture = await createFixture(service);
  const stranger = await service.make.user({ partner: fixture.partner, client: fixture.client });
  await givePassword(service, stranger);
  const theirs = await fixture.signedIn(stranger);
  const [here, there] = [await fixture.signedIn(), await fixture.signedIn()];
  const [row] = await service.env.db.query<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1', [
    stranger.id,
  ]);
  const form_token = tokenOf(await here.get('/sessions'));
  await here.post('/sessions/end', { form_token, id: row?.id ?? '' });
  assert.equal((await theirs.get('/account')).status, 200);
  assert.equal((await there.get('/account')).status, 200);
  await here.post('/sessions/end', { form_token, id: '' });
  assert.equal((await there.get('/account')).status, 303);
  assert.deepEqual([(await here.get('/account')).status, (await theirs.get('/account')).status], [200, 200]);
  assert.deepEqual(idsOf(await here.get('/sessions')), []);
  assert.equal((await newVisitor(service.origin).get('/sessions')).location, '/sign-in');
});

test('[APP-43] the pages of the account lead back to the place in the app from which they were opened', async () => {
  const fixture = await createFixture(service);
  const visitor = await fixture.signedIn();
  const from = `?${new URLSearchParams({ from: '/b/B1/todos/7' })}`;
  const account = await visitor.get(`/account${from}`);
  assert.match(account.text, /class="way-back" href="\/b\/B1\/todos\/7"/);
  for (const path of ['/profile', '/password', '/sessions']) {
    assert.ok(account.text.includes(`href="${path}${from}"`), path);
    assert.ok((await visitor.get(`${path}${from}`)).text.includes(`href="/account${from}"`), path);
  }
  const saved = await visitor.submit(await visitor.get(`/profile${from}`), {
    first_name: 'Zoë',
    timezone: 'UTC',
    language: 'en',
    from: '09:00',
    to: '17:00',
  });
  assert.equal(saved.location, `/profile${from}&saved=1`);
  assert.match((await visitor.get('/account?from=https://evil.example/')).text, /class="way-back" href="\/"/);
  assert.doesNotMatch((await visitor.get('/account')).text, /way-back/);
});
