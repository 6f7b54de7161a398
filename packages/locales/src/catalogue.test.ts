import assert from 'node:assert/strict';
import { test } from 'vitest';
import { catalogueOf, languages, openCatalogue } from './index.ts';

test('an unknown language is English, and Norwegian is Bokmål', async () => {
  assert.deepEqual(['no', 'xx', '', '../de', 'constructor', 'zh-tw'].map(catalogueOf), [
    'nb',
    'en',
    'en',
    'en',
    'en',
    'zh-tw',
  ]);
  assert.equal((await openCatalogue('xx')).tag, 'en');
  assert.equal((await openCatalogue('zh-tw')).tag, 'zh-TW');
});

test('a catalogue is read once', () => {
  assert.equal(openCatalogue('de'), openCatalogue('de'));
  assert.equal(openCatalogue('no'), openCatalogue('nb'));
});

test('an unknown id and a missing value are errors', async () => {
  const { text } = await openCatalogue('de');
  assert.throws(() => text('mail.nothing'), /no message mail\.nothing in de\.po/);
  assert.throws(() => text('mail.subject'));
});

test('values are inserted as they are', async () => {
  const name = "{url} <b> '' # \\u000a {count, plural, other {#}}";
  assert.equal((await openCatalogue('en')).text('mail.subject', { name }), `New in ${name}`);
});

test('dates are of the time zone, and UTC without one', async () => {
  const at = Date.UTC(2026, 11, 31, 23, 30);
  const { date, dateTime } = await openCatalogue('de');
  assert.deepEqual([date(at, ''), date(at, 'Europe/Berlin')], ['31. Dezember 2026', '1. Januar 2027']);
  assert.equal(dateTime(at, 'Europe/Berlin'), 'Freitag, 1. Januar 2027 um 00:30 MEZ');
  for (const language of languages)
    assert.match((await openCatalogue(language)).dateTime(at, ''), /11:30|23[:.]30/);
});
