import assert from 'node:assert/strict';
import { type Actors, createActors, until } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import type { Database } from '../storage/database.ts';
import { binderPollerOf, type PolledReader } from './poller.ts';

let actors: Actors;
beforeAll(async () => {
  actors = await createActors(service);
});

test('[LOG-6] one poll for all who wait wakes those whose log has grown, and no one else', async () => {
  let polls = 0;
  const db: Pick<Database, 'query'> = {
    query(text, values) {
      polls++;
      return service.env.db.query(text, values);
    },
  };
  const [grown, still] = [await actors.fixture(), await actors.fixture()];
  const woken: string[] = [];
  const reader = (name: string, binderId: string, seen: number): PolledReader => ({
    key: binderId,
    seen,
    wake: () => woken.push(name),
  });
  const poller = binderPollerOf(db);
  const leave = [
    ...Array.from({ length: 50 }, () => poller.add(reader('up to date', still, 1))),
    poller.add(reader('behind', grown, 1)),
    poller.add(reader('ahead', grown, 1000)),
  ];
  const left = poller.add(reader('left', grown, 1));
  left();
  assert.equal(binderPollerOf(db), poller, 'one for each database');
  await service.call('POST', `/${grown}/messages`, {
    token: actors.users.owner.token,
    json: { message: { text: 'Hi' } },
  });
  await until('it has polled', () => polls > 0 && woken.length > 0);
  assert.ok(polls < 5, `${polls} polls for 52 who wait`);
  assert.deepEqual([...new Set(woken)], ['behind']);
  for (const each of leave) each();
});

test('[LOG-6] without a database everyone is woken, to find out', async () => {
  const db: Pick<Database, 'query'> = { query: () => Promise.reject(new Error('gone')) };
  let woken = 0;
  const poller = binderPollerOf(db);
  const leave = ['B1', 'B2'].map((binderId) => poller.add({ key: binderId, seen: 9, wake: () => woken++ }));
  await until('both are woken', () => woken >= 2);
  for (const each of leave) each();
});
