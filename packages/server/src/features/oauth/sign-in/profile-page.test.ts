import assert from 'node:assert/strict';
import { startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createFixture } from '../testing/fixture.ts';

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
