import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { ServiceError } from './errors.ts';
import { flag, pixels, size, versionOf } from './legacy-options.ts';
import { drainQueue, type Queue } from './queue.ts';
import { readSettings } from './settings.ts';
import { tokenIn } from './token.ts';

const CLIENT = `C${'0'.repeat(22)}`;
const HOME = 'https://binder.test/sdk/service.js';

test('[SDK-13] true and false are read as old pages write them', () => {
  for (const value of [false, 'false', 0, '0', Number.NaN])
    assert.equal(flag(value, true), false, String(value));
  for (const value of [true, 'true', 1, '1', 'yes']) assert.equal(flag(value, false), true, String(value));
  for (const value of [undefined, null, ''])
    assert.deepEqual([flag(value, true), flag(value, false)], [true, false]);
});

test('[SDK-13] sizes are pixels or lengths of CSS, and anything else is the size of the module', () => {
  const sizes = {
    300: '300px',
    '12.5px': '12.5px',
    ' 100% ': '100%',
    '50vw': '50vw',
    '2em': '2em',
  };
  for (const [value, expected] of Object.entries(sizes)) assert.equal(size(value, 400), expected);
  assert.equal(size(300, 400), '300px');
  for (const value of [undefined, null, '', '-1', 'auto', '10pt', '1px;color:red', 'calc(1px)', '1px 2px'])
    assert.equal(size(value, 400), '400px', String(value));
  assert.deepEqual(
    ['300', '50%', '50vw', 'x', 12.6].map((value) => pixels(value, 400, 1_000)),
    [300, 500, 400, 400, 13],
  );
});

test('[SDK-6] a version is 2, 3 or 4, and what is later is 4', () => {
  const versions = [undefined, '', 1, '2', 3, '3.9', 4, '4', 5, 'latest', 'x'];
  assert.deepEqual(versions.map(versionOf), [2, 2, 2, 2, 3, 3, 4, 4, 4, 4, 2]);
});

test('[SDK-2] settings that cannot be are refused by name', () => {
  const good = { mode: 'production', client_id: CLIENT };
  const cases: [object, string][] = [
    [{ ...good, client_id: undefined }, 'client_id'],
    [{ ...good, client_id: `${CLIENT}0` }, 'client_id'],
    [{ ...good, client_id: `x${CLIENT}` }, 'client_id'],
    [{ ...good, client_id: `C${'-'.repeat(22)}` }, 'client_id'],
    [{ ...good, mode: 'test' }, 'mode'],
    [{ ...good, mode: undefined }, 'mode'],
    [{ ...good, invalid_token: 'f' }, 'invalid_token'],
    [{ ...good, error: {} }, 'error'],
    [{ ...good, base_url: 'localhost:8400' }, 'base_url'],
    [{ ...good, base_url: 'javascript:1' }, 'base_url'],
    [{ ...good, base_url: 'ftp://binder.test' }, 'base_url'],
    [{ ...good, access_token: 'two words' }, 'access_token'],
  ];
  for (const [options, name] of cases)
    assert.throws(() => readSettings(options as never, HOME), { error_code: `invalid ${name}` }, name);
  assert.throws(() => readSettings(good as never, undefined), { error_code: 'invalid base_url' });
});

test('[SDK-2] settings come from the options before the tag, and the server from where the script came', () => {
  const settings = readSettings({ mode: 'Sandbox', client_id: CLIENT, org_id: 7 } as never, HOME, 'x');
  const { clientId, origin, root, base, provider, accessToken } = settings;
  assert.deepEqual(
    { clientId, origin, root, base, provider, accessToken },
    {
      clientId: CLIENT,
      origin: 'https://binder.test',
      root: '/sandbox',
      base: '/sandbox/v1',
      provider: { org_id: '7' },
      accessToken: undefined,
    },
  );
  const tagged = readSettings(
    { mode: 'production', base_url: 'https://other.test/x' } as never,
    HOME,
    CLIENT,
  );
  assert.deepEqual(
    [tagged.clientId, tagged.origin, tagged.base, tagged.provider],
    [CLIENT, 'https://other.test', '/v1', undefined],
  );
});

test('[SDK-64] a token is one that may stand in a header, or stands in the answer of the token endpoint', () => {
  for (const given of ['abc', 'a.b-c_d~e+f/g==', { access_token: 'abc' }])
    assert.ok(tokenIn(given, 'access_token'), JSON.stringify(given));
  for (const given of [undefined, null, '']) assert.equal(tokenIn(given, 'access_token'), undefined);
  for (const given of [
    'a b',
    'a\r\nb',
    '=a',
    5,
    true,
    {},
    { access_token: 5 },
    { access_token: 'a b' },
    ['abc'],
    () => 'abc',
  ]) {
    assert.throws(() => tokenIn(given, 'access_token'), { error_code: 'invalid access_token' });
    assert.throws(() => tokenIn(given, 'invalid_token'), { error_code: 'invalid_token' });
  }
  assert.throws(
    () => tokenIn({ error_description: 'it has ended', error: 'no' }, 'invalid_token'),
    /it has ended$/,
  );
});

test('[SDK-24] calls before the script are done in order with what they were given, and one that throws keeps no other', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const done: unknown[] = [];
  const service = {
    init: (options: unknown) => done.push(['init', options]),
    chatView() {
      throw new ServiceError('x', 'refused');
    },
    meet: Object.assign((options: unknown) => done.push(['meet', options]), {
      prepare: (...values: unknown[]) => done.push(['prepare', ...values]) && 'handle',
    }),
  };
  const settled: unknown[] = [];
  const queue: Queue = [
    ['init', [{ a: 1 }]],
    ['chatView', [{}], (answer) => settled.push(answer)],
    ['nothing', []],
    ['meet.prepare', [1, 2], (answer) => settled.push(answer)],
  ];
  drainQueue(service as never, queue);
  assert.deepEqual(done, [
    ['init', { a: 1 }],
    ['prepare', 1, 2],
  ]);
  assert.deepEqual(settled, ['handle']);
  assert.equal(logged.mock.calls.length, 2);
});
