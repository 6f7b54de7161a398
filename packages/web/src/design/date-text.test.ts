import assert from 'node:assert/strict';
import { test } from 'vitest';
import { conventionsOf, type DateKind, formatValue, placeholderOf, readValue } from './date-text.ts';

const LOCALES = (
  'en-GB en-US da-DK de-DE de-AT es-ES fi-FI fr-FR id-ID it-IT ja-JP ko-KR lt-LT nb-NO nl-NL pt-BR pt-PT ru-RU sv-SE th-TH tr-TR ' +
  'vi-VN zh-CN zh-TW ar-EG fa-IR he-IL'
).split(' ');

const VALUES: Record<DateKind, string[]> = {
  date: ['2026-12-31', '2026-01-02', '2030-05-06', '1999-02-28', '2028-02-29'],
  time: ['00:00', '00:30', '09:05', '12:00', '12:59', '14:30', '23:59'],
  datetime: ['2026-12-31T00:05', '2030-05-06T14:30', '2030-05-06T09:00'],
};

const reading = (locale: string, kind: DateKind, typed: string) => {
  const result = readValue(kind, typed, conventionsOf(locale));
  return 'value' in result ? result.value : result.problem;
};

test('[APP-37] a written date or time reads back equal in the format of each country', () => {
  for (const locale of LOCALES)
    for (const kind of ['date', 'time', 'datetime'] as const)
      for (const value of VALUES[kind]) {
        const written = formatValue(kind, value, conventionsOf(locale));
        assert.equal(reading(locale, kind, written), value, `${locale}: ${written}`);
      }
});

test('[APP-37] a date is written as in the country of its reader', () => {
  const cases = [
    ['de-DE', '31.12.2026'],
    ['en-US', '12/31/2026'],
    ['en-GB', '31/12/2026'],
    ['ja-JP', '2026/12/31'],
    ['th-TH', '31/12/2569'],
    ['ar-EG', '٣١\u200f/١٢\u200f/٢٠٢٦'],
  ] as const;
  for (const [locale, written] of cases)
    assert.equal(formatValue('date', '2026-12-31', conventionsOf(locale)), written);
});

test('[APP-37] an empty field shows its format in letters of the language', () => {
  const cases = [
    ['en-GB', 'dd/mm/yyyy ––:––'],
    ['en-US', 'mm/dd/yyyy ––:––'],
    ['de-DE', 'TT.MM.JJJJ ––:––'],
    ['fr-FR', 'jj/mm/aaaa ––:––'],
    ['lt-LT', 'metai-mėnuo-diena ––:––'],
    ['ja-JP', '年/月/日 ––:––'],
    ['zh-TW', '年/月/日 ––:––'],
    ['th-TH', 'วัน/เดือน/ปี ––:––'],
  ] as const;
  for (const [locale, shown] of cases) assert.equal(placeholderOf('datetime', conventionsOf(locale)), shown);
});

test('[APP-37] a date may be typed in several ways', () => {
  const year = new Date().getFullYear();
  const cases = [
    ['de-DE', '6.5.30', '2030-05-06'],
    ['de-DE', '060530', '2030-05-06'],
    ['de-DE', '06052030', '2030-05-06'],
    ['en-US', '5/6/2030', '2030-05-06'],
    ['en-GB', '5/6/2030', '2030-06-05'],
    ['en-GB', '5 June 2030', '2030-06-05'],
    ['en-US', 'Jun 5, 2030', '2030-06-05'],
    ['de-DE', '5. Juni 2030', '2030-06-05'],
    ['de-DE', '5.6.', `${year}-06-05`],
    ['fr-FR', '5 août 2030', '2030-08-05'],
    ['ru-RU', '5 июня 2030 г.', '2030-06-05'],
    ['ja-JP', '2030年6月5日', '2030-06-05'],
    ['ja-JP', '２０３０／６／５', '2030-06-05'],
    ['th-TH', '5/6/2573', '2030-06-05'],
    ['th-TH', '5/6/2030', '2030-06-05'],
    ['th-TH', '๕/๖/๒๕๗๓', '2030-06-05'],
    ['de-DE', '2030-06-05', '2030-06-05'],
    ['de-DE', '', ''],
  ] as const;
  for (const [locale, typed, value] of cases) assert.equal(reading(locale, 'date', typed), value, typed);
  assert.match(reading('de-DE', 'date', 'Heute'), /^\d{4}-\d\d-\d\d$/);
});

test('[APP-37] a time may be typed in several ways', () => {
  const cases = [
    ['de-DE', '9', '09:00'],
    ['de-DE', '930', '09:30'],
    ['de-DE', '14.30 Uhr', '14:30'],
    ['en-US', '2:30 pm', '14:30'],
    ['en-US', '2p', '14:00'],
    ['en-US', '12 AM', '00:00'],
    ['en-US', '14:30', '14:30'],
    ['fr-FR', '14 h 30', '14:30'],
    ['ja-JP', '１４：３０', '14:30'],
  ] as const;
  for (const [locale, typed, value] of cases) assert.equal(reading(locale, 'time', typed), value, typed);
  assert.equal(reading('de-DE', 'datetime', '6.5.2030 9:15'), '2030-05-06T09:15');
  assert.equal(reading('en-US', 'datetime', 'June 5 2030, 3pm'), '2030-06-05T15:00');
});

test('[APP-38] a wrong date or time is refused with its reason', () => {
  const cases = [
    ['de-DE', 'date', '31.2.2026', 'day'],
    ['de-DE', 'date', '13/14/2026', 'day'],
    ['de-DE', 'date', 'bald', 'form'],
    ['de-DE', 'date', '12', 'form'],
    ['de-DE', 'date', '1.2.3.4', 'form'],
    ['de-DE', 'date', '6.5.2030 9:15', 'form'],
    ['de-DE', 'time', '25:00', 'form'],
    ['de-DE', 'time', '9:75', 'form'],
    ['de-DE', 'time', 'abends', 'form'],
    ['de-DE', 'datetime', '6.5.2030', 'form'],
    ['de-DE', 'datetime', '31.2.2030 10:00', 'day'],
  ] as const;
  for (const [locale, kind, typed, problem] of cases)
    assert.equal(reading(locale, kind, typed), problem, `${kind} ${typed}`);
});
