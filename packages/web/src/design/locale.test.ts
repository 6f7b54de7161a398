import assert from 'node:assert/strict';
import { test } from 'vitest';
import { chooseLocale } from './locale.ts';

test('[APP-18] dates and numbers are written as in the country of the reader, in the words of the catalogue', () => {
  const cases: [language: string | undefined, browser: string[], locale: string][] = [
    ['de', [], 'en-DE'],
    ['de', ['en-US', 'de-AT'], 'en-AT'],
    ['zh-tw', ['en-US'], 'en-GB'],
    ['en', ['en-US'], 'en-US'],
    ['en', ['fr-FR', 'fr'], 'en-FR'],
    ['en', ['en'], 'en-GB'],
    [undefined, ['sv-SE'], 'en-SE'],
    [undefined, [], 'en-GB'],
    ['no such language', ['not a tag!'], 'en-GB'],
  ];
  for (const [language, browser, locale] of cases)
    assert.equal(chooseLocale('en-GB', language, browser), locale, `${language} ${browser}`);
  assert.equal(chooseLocale('tlh', undefined, []), 'en', 'no browser has Klingon');
});
