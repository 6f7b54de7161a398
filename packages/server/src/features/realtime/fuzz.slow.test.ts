import assert from 'node:assert/strict';
import type { ClientFrame } from '@ringbinder/protocol';
import {
  type Cast,
  type Closed,
  openRealtime,
  openSocket,
  type RealtimeClient,
  startService,
  stateOf,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';

/** Valid frames from users who may not send them. Each connection sends slightly fewer frames than its burst limit. */
const HOSTILE = { connections: 64, frames: 290 };
const BROKEN = 2_500;

let service: TestService;
let cast: Cast;
let other: Cast;
beforeAll(async () => {
  service = await startService();
  cast = await service.make.cast();
  other = await service.make.cast();
});
afterAll(() => service.close());

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T;
const number = () => pick([0, 1, -1, 7, 1e9, 2 ** 31, 2 ** 53 - 1, Math.floor(Math.random() * 100)]);
const texts = ['', 'x', '\u202e', '🙂', "'; DROP TABLE binders; --", '__proto__', '../..', 'x'.repeat(60)];

function hostileFrame(): ClientFrame {
  const binder_id = pick([cast.binderId, cast.binderId, other.binderId, 'B0000000000000000000000']);
  const id = Math.abs(number());
  const epoch = pick(['x', '0'.repeat(12), 'renewed', ...texts.filter(Boolean)]);
  return pick<ClientFrame>([
    { type: 'subscribe', id, binder_id },
    { type: 'subscribe', id, binder_id, position: { epoch, seq: Math.abs(number()) } },
    { type: 'unsubscribe', binder_id },
    { type: 'subscribe_self', id },
    { type: 'ping' },
    {
      type: 'publish',
      binder_id,
      kind: pick(['presence', 'typing', 'editing', 'pointer', 'stroke']),
      data: pick([
        {},
        { state: pick(['online', 'idle', 'offline']) },
        { points: Array.from({ length: 20 }, () => Math.random() * 1e12), style: pick(texts) },
        { page_id: 1 + Math.abs(number() % 9), client_uuid: pick(texts), is_over: true },
      ]),
    },
  ]);
}

function brokenFrame(): string | Buffer {
  const text = JSON.stringify(hostileFrame());
  const at = Math.floor(Math.random() * text.length);
  return pick<() => string | Buffer>([
    () => text.slice(0, at),
    () => text.slice(0, at) + pick(['"', '{', '\\', '\u0000', ',', ']']) + text.slice(at),
    () => Buffer.from(text),
    () => JSON.stringify([JSON.parse(text)]),
    () =>
      JSON.stringify({ ...JSON.parse(text), type: pick(['hello', 'welcome', 'toString', 1, null, [], {}]) }),
    () => text.replace(/"type"/, '"typo"'),
    () => '['.repeat(5_000),
    () => `{"type":"subscribe","id":1,"binder_id":${pick(['null', '1', '[]', '{}', '"B"', 'true'])}}`,
    () =>
      `{"type":"publish","binder_id":"${cast.binderId}","kind":"stroke","data":${pick(['null', '[]', '{"points":{}}', '{"points":[null]}', '{"page_id":1.5}'])}}`,
  ])();
}

test('[RT-20] hostile frames crash nothing, open no other binder and change nothing', async () => {
  const secret = 'only for members';
  const json = { message: { text: secret } };
  await service.call('POST', `/${cast.binderId}/messages`, { token: cast.owner.token, json });
  const member = await openRealtime(service, cast.owner.token);
  member.send({ type: 'subscribe', id: 1, binder_id: cast.binderId });
  await member.take('snapshot');
  const before = [await stateOf(service, cast.binderId), await stateOf(service, other.binderId)];

  let frames = 0;
  const attack = async () => {
    const client = await openRealtime(service, pick([other.viewer, other.otherPartner, cast.sameOrg]).token);
    for (let sent = 0; sent < HOSTILE.frames; sent++, frames++) client.send(hostileFrame());
    client.send({ type: 'subscribe', id: 77_777, binder_id: 'B0000000000000000000000' });
    await Promise.race([client.closed, client.take('refused', ({ id }) => id === 77_777)]);
    assert.ok(!JSON.stringify(client.frames).includes(secret));
    assert.ok(!JSON.stringify(client.frames).includes(cast.binderId) || refusalsOnly(client));
    client.cut();
  };
  for (let each = 0; each < HOSTILE.connections; each += 8)
    await Promise.all(Array.from({ length: 8 }, attack));

  const codes = new Map<number, number>();
  const breakIn = async () => {
    const client = await (frames % 3 ? openSocket(service) : openRealtime(service, other.viewer.token));
    for (let sent = 0; sent < 3; sent++) client.sendRaw(brokenFrame());
    client.sendRaw('{');
    frames++;
    const { code }: Closed = await client.closed;
    codes.set(code, (codes.get(code) ?? 0) + 1);
  };
  for (let each = 0; each < BROKEN; each += 50) await Promise.all(Array.from({ length: 50 }, breakIn));

  assert.ok(frames > 20_000, `${frames} frames`);
  assert.deepEqual([...codes.keys()], [4400]);
  assert.deepEqual([await stateOf(service, cast.binderId), await stateOf(service, other.binderId)], before);
  assert.deepEqual(
    member.frames.filter(({ type }) => type !== 'welcome' && type !== 'snapshot'),
    [],
    'nobody outside is heard inside',
  );
  member.send({ type: 'ping' });
  await member.take('pong');
  await member.close();
});

function refusalsOnly(client: RealtimeClient): boolean {
  return client.frames
    .filter((frame) => JSON.stringify(frame).includes(cast.binderId))
    .every(({ type }) => type === 'refused' || type === 'unsubscribed');
}
