import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { createBot } from './bot.ts';
import { memoryLedger } from './ledger.ts';
import { EventsLost } from './pull.ts';
import { commentPosted } from './testing/delivery.ts';
import { startFakeService } from './testing/service.ts';

const texts = ['one', 'two', 'three'];

async function serviceWithEvents(failures = 0) {
  let left = failures;
  return startFakeService(async ({ path, query }) => {
    if (path.endsWith('/apps/token')) return [200, { access_token: 'token', expires_in: 43_200 }];
    if (left-- > 0) return [503, { code: 'RESPONSE_ERROR_SERVICE_UNAVAILABLE', message: 'away' }];
    const after = Number(query.get('after'));
    const events = texts
      .map((text, index) => ({ sequence: index + 1, message: commentPosted(text, `E${index + 1}`) }))
      .filter(({ sequence }) => sequence > after)
      .slice(0, 2);
    return [200, { code: 'RESPONSE_SUCCESS', data: { events, next: events.at(-1)?.sequence ?? after } }];
  });
}

test('pulled events are dealt with in order, each once, also after a restart', async (t) => {
  const service = await serviceWithEvents();
  t.onTestFinished(() => service.close());
  const ledger = memoryLedger();
  const handled: string[] = [];
  const run = async (until: number) => {
    const stop = new AbortController();
    const bot = createBot({ baseUrl: service.baseUrl, clientId: 'Cbot', clientSecret: 's', ledger });
    bot.on('comment_posted', ({ event }) => {
      handled.push(event.comment.text);
      if (handled.length === until) stop.abort();
    });
    await bot.pull({ orgId: 'Oone', signal: stop.signal });
  };
  await run(1);
  await run(3);
  assert.deepEqual(handled, texts);
  assert.equal(await ledger.cursor('Oone'), 3);
});

test('an event whose handler fails is tried again before the next, and pulling goes on when the service is away', async (t) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const service = await serviceWithEvents(1);
  t.onTestFinished(() => service.close());
  const stop = new AbortController();
  const received: unknown[] = [];
  const handled: string[] = [];
  const bot = createBot({ baseUrl: service.baseUrl, clientId: 'Cbot', clientSecret: 's' });
  bot.on('comment_posted', ({ event }) => {
    handled.push(event.comment.text);
    if (handled.length === 2) throw new Error('not now');
    if (event.comment.text === 'three') stop.abort();
  });
  const onError = (error: unknown) => {
    received.push(error);
    setImmediate(() => vi.advanceTimersByTime(60_000));
  };
  await bot.pull({ orgId: 'Oone', signal: stop.signal, onError });
  assert.deepEqual(handled, ['one', 'two', 'two', 'three']);
  assert.deepEqual(
    received.map((error) => (error as Error).name),
    ['ServiceError', 'Error'],
  );
});

test('a bot that was away for too long is told what is lost, and goes on behind it', async (t) => {
  const service = await startFakeService(async ({ path, query }) => {
    if (path.endsWith('/apps/token')) return [200, { access_token: 'token', expires_in: 43_200 }];
    const after = Number(query.get('after'));
    if (after > 0 && after < 8) return [412, { code: 'RESPONSE_ERROR_PRECONDITION_FAILED', message: 'gone' }];
    return [200, { data: { events: [{ sequence: 9, message: commentPosted('nine') }], next: 9 } }];
  });
  t.onTestFinished(() => service.close());
  const ledger = memoryLedger();
  await ledger.moveCursor('Oone', 4);
  const stop = new AbortController();
  const received: unknown[] = [];
  const bot = createBot({ baseUrl: service.baseUrl, clientId: 'Cbot', clientSecret: 's', ledger });
  bot.on('comment_posted', () => stop.abort());
  await bot.pull({ orgId: 'Oone', signal: stop.signal, onError: (error) => received.push(error) });
  const [lost] = received;
  assert.ok(lost instanceof EventsLost && received.length === 1);
  assert.deepEqual([lost.first, lost.last, await ledger.cursor('Oone')], [5, 8, 9]);
});
