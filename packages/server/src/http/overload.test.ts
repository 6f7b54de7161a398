import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test, vi } from 'vitest';
import { currentClass, withoutSlot } from '../limits/call-class.ts';
import { createAdmissionQueue, MAX_BURST_MS } from './admission-queue.ts';
import { limitCalls } from './overload.ts';

const LIMIT = 64;

function makeGuard(work: () => void = () => {}) {
  const accepted: string[] = [];
  const refused: string[] = [];
  const requests: EventEmitter[] = [];
  const responses: EventEmitter[] = [];
  const guard = limitCalls(
    ({ url = '' }) => {
      accepted.push(`${url} as ${currentClass()}`);
      work();
    },
    { refuse: ({ url = '' }) => void refused.push(url), queue: createAdmissionQueue(), hops: 0 },
  );
  const call = (method: string, url: string, headers: Record<string, string> = {}) => {
    const response = new EventEmitter();
    responses.push(response);
    const request = Object.assign(new EventEmitter(), {
      method,
      url,
      headers,
      complete: false,
      socket: { remoteAddress: '192.0.2.1' },
    });
    requests.push(request);
    guard(request as unknown as IncomingMessage, response as ServerResponse);
  };
  return { accepted, refused, requests, call, answer: () => responses.shift()?.emit('close') };
}

test('[STORE-23] calls beyond what may be under way wait, and are refused; probes are always taken', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { accepted, refused, call, answer } = makeGuard();
    for (let count = 0; count < LIMIT + 50; count++) call('GET', '/v1/me');
    assert.equal(accepted.length, LIMIT);
    for (const path of ['/healthz', '/readyz', '/metrics', '/readyz?verbose']) call('GET', path);
    assert.equal(accepted.length, LIMIT + 4);
    answer();
    assert.equal(accepted.length, LIMIT + 5);
    now += MAX_BURST_MS;
    vi.advanceTimersByTime(300);
    assert.deepEqual([accepted.length, refused.length], [LIMIT + 5, 49]);
  } finally {
    clock.mockRestore();
    vi.useRealTimers();
  }
});

test('[LOAD-1] while one class is full, calls of every other are taken, each as work of its class', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { accepted, call } = makeGuard();
    for (let count = 0; count < 500; count++) call('POST', '/v1/B1/messages');
    accepted.length = 0;
    const others = [
      ['GET', '/v1/B1/messages?limit=5', 'reading'],
      ['POST', '/v1/oauth/token', 'tokens'],
      ['POST', '/sign-in', 'sign_in'],
      ['POST', '/v1/B1/pageupload', 'uploads'],
      ['GET', '/v1/B1/archive', 'exports'],
      ['GET', '/v1/me/data', 'exports'],
      ['GET', '/v1/B1/search?q=x', 'search'],
    ] as const;
    for (const [method, url] of others) call(method, url);
    assert.deepEqual(
      accepted,
      others.map(([, url, callClass]) => `${url} as ${callClass}`),
    );
  } finally {
    vi.useRealTimers();
  }
});

test('[LOAD-7] callers who send a body slowly, and calls that wait for others, keep no place; a body that has come takes it again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const slow = makeGuard();
    for (let count = 0; count < LIMIT; count++)
      slow.call('POST', '/v1/oauth/token', { 'content-length': '10' });
    slow.call('POST', '/v1/oauth/token');
    assert.equal(slow.accepted.length, LIMIT);
    vi.advanceTimersByTime(100);
    assert.equal(slow.accepted.length, LIMIT + 1);
    for (const request of slow.requests) request.emit('end');
    slow.call('POST', '/v1/oauth/token');
    assert.equal(slow.accepted.length, LIMIT + 1);
  } finally {
    vi.useRealTimers();
  }

  const outside = Promise.withResolvers<void>();
  const polls = makeGuard(() => void withoutSlot(outside.promise));
  for (let count = 0; count < 150; count++) polls.call('GET', '/v1/B1/messages');
  assert.equal(polls.accepted.length, 150);
  outside.resolve();
});
