import assert from 'node:assert/strict';
import { test } from 'vitest';
import { initialsOf } from './initials.ts';

const check = (cases: Readonly<Record<string, string>>) => {
  for (const [name, initials] of Object.entries(cases)) assert.equal(initialsOf(name), initials, name);
};

test('[APP-26] takes the initials of the first two words', () => {
  check({
    'Ann Lee': 'AL',
    'ann van der Berg': 'AV',
    'Jean-Luc Picard': 'JP',
    'Q3 2026 plan': 'Q2',
    'Ann – Lee': 'AL',
    '  Ann   Lee ': 'AL',
  });
});

test('[APP-26] takes the parts of a name without spaces, and no domain of an email address', () => {
  check({
    Ann: 'A',
    'Jean-Luc': 'JL',
    ann_lee: 'AL',
    'ann.lee@example.com': 'AL',
    'ann@example.com': 'A',
    '@ann': 'A',
    '': '',
    '?!': '?',
  });
});

test('[APP-26] skips punctuation before a word', () => {
  check({ '(HR) Ann': 'HA', '“Ann” Lee': 'AL', '¿Qué tal?': 'QT', '#general chat': 'GC', "'t Hart": 'TH' });
});

test('[APP-26] never cuts a character that a reader sees as one', () => {
  check({
    'e\u0301lodie o\u0308zil': 'E\u0301O\u0308',
    'नि शा': 'निशा',
    '𝒜nn Lee': '𝒜L',
    ' 👩🏽‍💻 🇫🇷': '👩🏽‍💻',
    '🦊': '🦊',
  });
});

test('[APP-26] skips emoji in a name that has letters', () => {
  check({ '🎉 Ann Lee': 'AL', 'Ann 👩🏽‍💻': 'A', '🎉Ann Lee': 'AL' });
});

test('[APP-26] takes the first character of a name in Chinese, Japanese or Korean, and of each of two words', () => {
  check({ 王小明: '王', '山田 太郎': '山太', '山田\u3000太郎': '山太', '김 민수': '김민' });
});
