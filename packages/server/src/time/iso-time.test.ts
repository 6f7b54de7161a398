import assert from 'node:assert/strict';
import { test } from 'vitest';
import { parseIsoTime } from './iso-time.ts';

test('[HTTP-35] a time of ISO 8601 has a day and a time that exist', () => {
  for (const [text, expected] of [
    ['2027-01-31T09:30Z', Date.UTC(2027, 0, 31, 9, 30)],
    ['2028-02-29T23:59:59.5Z', Date.UTC(2028, 1, 29, 23, 59, 59, 500)],
    ['2027-01-31t09:30:00+02:00', Date.UTC(2027, 0, 31, 7, 30)],
    ['2027-01-31T00:00:00-0330', Date.UTC(2027, 0, 31, 3, 30)],
    ['2000-02-29T00:00Z', Date.UTC(2000, 1, 29)],
  ] as const)
    assert.equal(parseIsoTime(text), expected, text);
  for (const text of [
    '2027-02-29T10:00:00Z',
    '2100-02-29T10:00:00Z',
    '2027-04-31T10:00:00Z',
    '2027-06-31T10:00+02:00',
    '2027-02-30T10:00:00-05:00',
    '2027-00-10T10:00:00Z',
    '2027-13-10T10:00:00Z',
    '2027-01-00T10:00:00Z',
    '2027-01-32T10:00:00Z',
    '2027-01-10T24:00:00Z',
    '2027-01-10T24:00Z',
    '2027-01-10T25:00:00Z',
    '2027-01-10T10:60:00Z',
    '2016-12-31T23:59:60Z',
    '2027-01-10T10:00:00+24:00',
    '2027-01-10T10:00:00+02:60',
    '2027-01-10',
    '2027-01-10T10:00:00',
    'tomorrow',
    '',
  ])
    assert.equal(parseIsoTime(text), undefined, text);
});
