import assert from 'node:assert/strict';
import { test } from 'vitest';
import { browserName } from './browser-name.ts';

const CHROME =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const SAFARI = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1';

test.each([
  ['Chrome', CHROME],
  ['Edge', `${CHROME} Edg/140.0`],
  ['Opera', `${CHROME} OPR/120.0`],
  ['Safari', SAFARI],
  ['Chrome', SAFARI.replace('Version/18.0', 'CriOS/140.0')],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['', 'curl/8'],
])('a subscription for push notifications names %s', (name, userAgent) => {
  assert.equal(browserName(userAgent), name);
});
