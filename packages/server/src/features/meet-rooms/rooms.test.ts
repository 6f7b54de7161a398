import assert from 'node:assert/strict';
import { type Cast, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, expect, type TestContext, test, vi } from 'vitest';
import { startMeet as beginMeet, readMeet, UNATTENDED_MS } from '../meets/index.ts';
import type { MemberConnection, Visitor } from './member.ts';
import type { Room } from './room-interface.ts';
import { createRooms, type Rooms } from './rooms.ts';
import { scheduleMeet } from './testing/meet-people.ts';

const HOUR_MS = 60 * 60 * 1000;
let service: TestService;
let cast: Cast;
let key: string;
let rooms: Rooms;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async (t) => {
  cast = await service.make.cast();
  t.onTestFinished(service.clock.freeze());
  key = await scheduleMeet(service, cast, cast.owner);
  rooms = createRooms(service.env);
  t.onTestFinished(() => rooms.close());
});

const meet = () => readMeet(service.env.db, key);
const statusOf = async () => (await meet()).state;
const begin = async () => beginMeet(service.env, await meet(), { userId: cast.owner.id });

/** Call this after everything that needs real timers. */
function useTimers(t: TestContext): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  t.onTestFinished(() => void vi.useRealTimers());
  return (ms) => {
    service.clock.advance(ms);
    vi.advanceTimersByTime(ms);
  };
}

function enter(room: Room, visitor: Visitor) {
  const frames: string[] = [];
  const connection: MemberConnection = {
    send: ({ type }) => void frames.push(type),
    end: (reason) => void frames.push(reason),
    drop: () => void frames.push('drop'),
    signOut: () => undefined,
  };
  const role = visitor.kind === 'guest' ? 'guest' : 'owner';
  const rights = { role, mayWrite: true } as const;
  const seat = room.enter(visitor, connection, { resume: undefined, hasRemoteControl: true, rights });
  return { frames, seat };
}
const owner = (): Visitor => ({ kind: 'person', userId: cast.owner.id, name: cast.owner.name });
const guest: Visitor = { kind: 'guest', guestId: 'G', name: 'Grace', linkId: 'L' };

test('[MEET-46] a meet whose plan changed while a guest waited has the new plan, and ends when empty at its new end', async (t) => {
  const wait = useTimers(t);
  enter(await rooms.open(await meet()), guest);
  const json = { name: 'Later', start_time: service.clock.now() + 3 * HOUR_MS, auto_recording: true };
  const moved = await service.call('POST', `/meets/${key}`, { token: cast.owner.token, json });
  assert.equal(moved.status, 200);
  const room = await rooms.open(await begin());
  const { topic, startedTime, recordedBy } = room.info;
  assert.deepEqual(
    [topic, startedTime, recordedBy],
    ['Later', service.clock.now(), { userId: cast.owner.id }],
  );
  room.info.recordedBy = null;
  enter(room, owner()).seat.receive({ type: 'leave' });
  wait(2 * HOUR_MS + 1);
  assert.ok(rooms.has(key), 'the old end has passed');
  wait(2 * HOUR_MS);
  assert.ok(!rooms.has(key));
  await expect.poll(statusOf).toBe('SESSION_ENDED');
});

test('[MEET-46] a running meet whose room nobody enters for fifteen minutes ends, at its planned end at the earliest', async (t) => {
  const wait = useTimers(t);
  const room = await rooms.open(await begin());
  wait(2 * HOUR_MS - 1);
  assert.ok(rooms.has(key), 'the plan goes on');
  wait(1);
  await expect.poll(statusOf).toBe('SESSION_ENDED');
  assert.throws(() => enter(room, owner()), { status: 503 });
});

test('[MEET-46] an empty meet whose plan lasts for days ends at its planned end', async (t) => {
  const json = { start_time: service.clock.now(), end_time: service.clock.now() + 60 * HOUR_MS };
  const planned = await service.call('POST', `/meets/${key}`, { token: cast.owner.token, json });
  assert.equal(planned.status, 200);
  const wait = useTimers(t);
  enter(await rooms.open(await begin()), owner()).seat.receive({ type: 'leave' });
  for (let hours = 0; hours < 59; hours++) wait(HOUR_MS);
  assert.ok(rooms.has(key), 'the plan goes on');
  wait(HOUR_MS);
  await expect.poll(statusOf).toBe('SESSION_ENDED');
});

test('[MEET-46] the room of a scheduled meet closes when no guest waits, and the meet stays scheduled', async (t) => {
  const wait = useTimers(t);
  const { seat, frames } = enter(await rooms.open(await meet()), guest);
  wait(UNATTENDED_MS);
  assert.ok(rooms.has(key), 'a guest waits');
  seat.lost();
  wait(UNATTENDED_MS);
  assert.ok(!rooms.has(key));
  assert.deepEqual([await statusOf(), frames], ['SESSION_SCHEDULED', ['lobby']]);
});
