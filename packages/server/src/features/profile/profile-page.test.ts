import assert from 'node:assert/strict';
import { makeImage } from '@ringbinder/page-renderer/testing';
import { startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createFixture } from '../oauth/testing/fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const FIELDS = {
  first_name: 'Zoë',
  last_name: 'Marsh',
  title: 'Head of claims',
  timezone: 'Asia/Tokyo',
  language: 'de',
  from: '08:30',
  to: '16:00',
};

test('[USER-9] the account leads to a page on which a person changes the own profile', async () => {
  const fixture = await createFixture(service);
  const visitor = await fixture.signedIn();
  assert.match((await visitor.get('/account')).text, /href="\/profile"/);
  const page = await visitor.get('/profile');
  const saved = await visitor.submit(page, { ...FIELDS, day_1: '1', day_5: '1' });
  assert.equal(saved.status, 303, saved.text);
  const [row] = await service.env.db.query(
    'SELECT name, title, timezone, language, working_hours FROM users WHERE id = $1',
    [fixture.user.id],
  );
  assert.deepEqual(row, {
    name: 'Zoë Marsh',
    title: 'Head of claims',
    timezone: 'Asia/Tokyo',
    language: 'de',
    working_hours: { days: [1, 5], from: '08:30', to: '16:00' },
  });
  const again = await visitor.get('/profile');
  assert.match(again.text, /value="Head of claims"/);
  assert.match(again.text, /name="day_5" value="1" checked/);
  assert.match(again.text, /<option value="Asia\/Tokyo" selected>/);
});

test('[USER-9] the profile is first on the account page, and the page says that it was saved', async () => {
  const visitor = await (await createFixture(service)).signedIn();
  const { text } = await visitor.get('/account');
  assert.match(text, /<div class="actions"><a class="button primary wide" href="\/profile">/);
  const { location } = await visitor.submit(await visitor.get('/profile'), FIELDS);
  assert.ok(location);
  assert.match((await visitor.get(location)).text, /role="status">Ihr Profil wurde gespeichert\./);
});

test('[USER-9] time zones have their current names and offsets, and a stored name remains', async () => {
  const fixture = await createFixture(service);
  const visitor = await fixture.signedIn();
  const { text } = await visitor.get('/profile');
  assert.match(text, /<option value="Asia\/Calcutta">Asia\/Kolkata \(UTC\+05:30\)<\/option>/);
  assert.match(text, /<option value="UTC"( selected)?>UTC<\/option>/);
  for (const timezone of ['Europe/Kyiv', 'Europe/Kiev']) {
    await visitor.submit(await visitor.get('/profile'), { ...FIELDS, timezone });
    const zones = (await visitor.get('/profile')).text.match(/<option[^>]*>Europe\/Kyiv[^<]*/g);
    assert.equal(zones?.length, 1);
    assert.match(zones[0], new RegExp(`value="${timezone}" selected>Europe/Kyiv \\(UTC\\+0[23]:00\\)`));
  }
});

const pictureOf = ({ text }: { text: string }) => /class="own-picture" src="([^"]*)"/.exec(text)?.[1];

test('[USER-9] the texts and a picture are saved at once, without a script, and the picture is removed', async () => {
  const fixture = await createFixture(service);
  const visitor = await fixture.signedIn();
  const file = new File(
    [new Uint8Array(await makeImage({ format: 'jpeg', width: 80, height: 40 }))],
    'me.jpg',
  );
  const submit = async (more: Record<string, string | File>) =>
    visitor.submit(await visitor.get('/profile'), { ...FIELDS, ...more });
  assert.equal((await submit({ file, form_token: 'x' })).status, 403);
  assert.equal(pictureOf(await visitor.get('/profile')), undefined);
  assert.equal((await submit({ file })).status, 303);
  const page = await visitor.get('/profile');
  assert.match(page.text, /value="Head of claims"/);
  const path = pictureOf(page) ?? '';
  assert.equal((await fetch(`${service.origin}${path}`)).headers.get('content-type'), 'image/webp');

  assert.equal(
    (await submit({ title: 'Notary', file: new File([], '') })).status,
    303,
    'as browsers send it',
  );
  const kept = await visitor.get('/profile');
  assert.match(kept.text, /value="Notary"/);
  assert.equal(pictureOf(kept), path);
  const [, token = ''] = /name="form_token" value="([^"]*)"/.exec(kept.text) ?? [];
  assert.equal((await visitor.post('/profile/picture/remove', { form_token: token })).status, 303);
  assert.equal((await fetch(`${service.origin}${path}`)).status, 404);
  visitor.cookies.clear();
  assert.equal((await visitor.submit(kept, { ...FIELDS, file })).location, '/sign-in');
});

test('[USER-9] the page keeps the texts if what was chosen is no picture, and saves nothing', async () => {
  const fixture = await createFixture(service);
  const visitor = await fixture.signedIn();
  for (const bytes of ['text', '', new Uint8Array(10 * 1024 ** 2 + 1)]) {
    const file = new File([bytes], 'me.jpg');
    const refused = await visitor.submit(await visitor.get('/profile'), { ...FIELDS, day_2: '1', file });
    assert.equal(refused.status, 400);
    assert.match(refused.text, /id="problem">Choose a picture/);
    assert.match(refused.text, /name="file"[^>]* aria-invalid="true"/);
    assert.match(refused.text, /name="title" value="Head of claims"/);
    assert.match(refused.text, /name="day_2" value="1" checked/);
  }
  const stored = await visitor.get('/profile');
  assert.doesNotMatch(stored.text, /own-picture|Head of claims/);
});

test('[USER-9] the page reports each wrong field and changes nothing', async () => {
  const fixture = await createFixture(service);
  const visitor = await fixture.signedIn();
  for (const [field, value, words] of [
    ['title', 'x'.repeat(101), '“Title” is not valid'],
    ['timezone', 'Mars/Base', '“Time zone” is not valid'],
    ['timezone', '', 'Choose a time zone for your working hours'],
    ['language', 'xx', '“Language” is not valid'],
    ['to', '25:00', '“End of work” is not valid'],
    ['to', FIELDS.from, 'The end of work must differ from the start'],
  ] as const) {
    const page = await visitor.get('/profile');
    const refused = await visitor.submit(page, { ...FIELDS, day_1: '1', [field]: value });
    assert.equal(refused.status, 400, field);
    assert.match(refused.text, new RegExp(`role="alert" id="problem">${words}`));
    assert.match(refused.text, new RegExp(`name="${field}"[^>]* aria-invalid="true"`));
  }
  const [row] = await service.env.db.query('SELECT title FROM users WHERE id = $1', [fixture.user.id]);
  assert.equal(row?.title, '');
});
