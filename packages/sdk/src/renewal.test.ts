import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import type { ServiceError } from './errors.ts';
import { createRenewal } from './renewal.ts';
import type { Settings } from './settings.ts';
import type { Widget } from './widget-types.ts';

const turns = async () => {
  for (let each = 0; each < 10; each++) await new Promise((resolve) => setImmediate(resolve));
};

interface Fake extends Widget {
  given: string[];
  failures: string[];
  reasons: string[];
}

function startPage(invalid_token: unknown, more: Partial<Settings> = {}) {
  let now = 1_000_000;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const widgets = new Set<Widget>();
  const signInRequests: Widget[] = [];
  const settings = {
    options: { invalid_token },
    accessToken: 'T0',
    provider: undefined,
    ...more,
  } as Settings;
  const renew = createRenewal({
    settings: () => settings,
    widgets,
    askToSignIn: (widget) => signInRequests.push(widget),
  });
  function widget(isShared = true): Fake {
    const made = {
      isShared,
      token: isShared ? settings.accessToken : 'own',
      handle: { session_id: 'S' },
      spec: {},
      start: { stage: 'shown', isWaiting: false },
      given: [] as string[],
      failures: [] as string[],
      reasons: [] as string[],
      giveToken(token: string) {
        made.given.push(token);
        made.token = token;
        made.start.isWaiting = false;
      },
      fail({ error_code, message }: ServiceError) {
        made.failures.push(String(error_code));
        made.reasons.push(message);
      },
    };
    widgets.add(made as unknown as Widget);
    return made as unknown as Fake;
  }
  const refuse = async (...refused: Fake[]) => {
    for (const each of refused) {
      each.start.isWaiting = true;
      renew(each);
    }
    await turns();
  };
  const pass = async (ms: number) => {
    now += ms;
    vi.advanceTimersByTime(ms);
    await turns();
  };
  return { settings, widget, refuse, pass, asked: signInRequests };
}

test('[SDK-20] modules that are refused together have the page asked once, and all get what it gives', async () => {
  let count = 0;
  const page = startPage(async () => `T${++count}`);
  const all = [page.widget(), page.widget(), page.widget()];
  await page.refuse(...all);
  assert.deepEqual([count, all.map(({ given }) => given)], [1, [['T1'], ['T1'], ['T1']]]);
  assert.equal(page.settings.accessToken, 'T1');
});

test('[SDK-20] one that is refused later gets the token that another has got meanwhile', async () => {
  let count = 0;
  const page = startPage(async () => `T${++count}`);
  const [first, late] = [page.widget(), page.widget()];
  await page.refuse(first);
  await page.refuse(late);
  assert.deepEqual([count, late.given], [1, ['T1']]);
});

test('[SDK-20] a token of its own is renewed for the one that has it, and for no other', async () => {
  let count = 0;
  const page = startPage(async () => `T${++count}`);
  const [own, shared] = [page.widget(false), page.widget()];
  shared.start.isWaiting = true;
  await page.refuse(own);
  assert.deepEqual([own.given, shared.given, page.settings.accessToken], [['T1'], [], 'T0']);
});

test('[SDK-64] after bad tokens it waits a second, then two, and gives up with the third', async () => {
  const times: number[] = [];
  const page = startPage(async () => {
    times.push(performance.now() - 1_000_000);
    return `T${times.length}`;
  });
  const widget = page.widget();
  await page.refuse(widget);
  assert.deepEqual(times, [0]);
  await page.refuse(widget);
  await page.pass(999);
  assert.deepEqual(times, [0], 'it waits');
  await page.pass(1);
  assert.deepEqual(times, [0, 1_000]);
  await page.refuse(widget);
  await page.pass(2_000);
  assert.deepEqual(times, [0, 1_000, 3_000]);
  await page.refuse(widget);
  await page.pass(60_000);
  assert.deepEqual([times.length, widget.failures], [3, ['invalid_token']]);
});

test('[SDK-64] a token that was good for 10 s forgets the bad ones before', async () => {
  let count = 0;
  const page = startPage(async () => `T${++count}`);
  const widget = page.widget();
  for (let each = 1; each <= 5; each++) {
    await page.refuse(widget);
    assert.equal(count, each, 'without a wait');
    await page.pass(10_000);
  }
  assert.deepEqual(widget.failures, []);
});

test('[SDK-64] what is no token ends in an error for all who wait', async () => {
  const thrown = (value: unknown) => () => {
    throw value;
  };
  const handlers: [() => unknown, RegExp?][] = [
    [async () => undefined],
    [() => undefined],
    [async () => ({ error: 'denied' }), /denied/],
    [async () => 'two words', /object String/],
    [() => 4711, /object Number/],
    [async () => new Response(), /object Response/],
    [() => Promise.reject(new Error('offline')), /failed: offline/],
    [() => Promise.reject(), /failed: .object Undefined/],
    [thrown(new TypeError('broken')), /failed: broken/],
    [thrown(null), /failed: .object Null/],
    [thrown({ error: 'invalid_grant' }), /failed: invalid_grant/],
  ];
  for (const [invalid_token, reason] of handlers) {
    const expected = reason ? ['invalid_token'] : [];
    const page = startPage(invalid_token);
    const [one, other, idle] = [page.widget(), page.widget(), page.widget()];
    await page.refuse(one, other);
    assert.deepEqual(
      [new Set(one.failures), new Set(other.failures)],
      [new Set(expected), new Set(expected)],
    );
    if (reason) assert.match(one.reasons.join(), reason);
    assert.deepEqual(idle.failures, []);
    assert.deepEqual(one.given, []);
    vi.useRealTimers();
    vi.restoreAllMocks();
  }
});

test('[SDK-64] without invalid_token it says what is missing, or has the person sign in where that is the way', async () => {
  const page = startPage(undefined);
  const widget = page.widget();
  await page.refuse(widget);
  assert.deepEqual([widget.failures, page.asked], [['invalid_token'], []]);
  vi.useRealTimers();
  vi.restoreAllMocks();
  const signing = startPage(undefined, { provider: { org_id: 'O' } });
  const other = signing.widget();
  await signing.refuse(other);
  assert.deepEqual([other.failures, signing.asked], [[], [other]]);
});
