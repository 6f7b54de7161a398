import assert from 'node:assert/strict';
import { languages } from '@ringbinder/locales';
import { test } from 'vitest';
import { acceptedLanguage } from './words.ts';

test('[LANG-8] a browser gets the language that it prefers and Ringbinder has', () => {
  for (const [header, expected] of [
    [undefined, undefined],
    ['', undefined],
    ['*', undefined],
    ['de', 'de'],
    ['de-AT,de;q=0.9', 'de'],
    ['en;q=0.3, ja;q=0.8', 'ja'],
    ['fr;q=0, sv', 'sv'],
    ['cy, gd;q=0.9, th;q=0.1', 'th'],
    ['no', 'nb'],
    ['no-NO', 'nb'],
    ['nn-NO', 'nn'],
    ['zh', 'zh'],
    ['zh-CN', 'zh'],
    ['zh-Hans-TW', 'zh'],
    ['zh-TW', 'zh-tw'],
    ['zh-HK', 'zh-tw'],
    ['zh-Hant', 'zh-tw'],
    ['pt-BR', 'pt'],
    ['in', 'id'],
    ['../de, <b>, constructor, x-pirate, de_DE', undefined],
    [`${'q'.repeat(5_000)}, fi`, 'fi'],
  ] as const)
    assert.equal(acceptedLanguage(header), expected, header);
  for (const language of languages)
    assert.equal(acceptedLanguage(language), language === 'no' ? 'nb' : language);
});
