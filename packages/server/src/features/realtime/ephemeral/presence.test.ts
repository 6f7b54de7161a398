import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { Session } from '../session.ts';
import { createFollowedLists } from './followed-lists.ts';
import { createPresence } from './presence.ts';

const CROWD = 1_000;
const BINDER = 'B0000000000000000000000';

test('[RT-13] a pointer in a crowd takes no more than a bounded part of the process', () => {
  const presence = createPresence(null, createFollowedLists());
  let sent = 0;
  const socket = { sendEphemeral: () => void sent++ };
  const sessions = Array.from({ length: CROWD }, (_, index) => {
    const user = { id: `U${index}`, name: `User ${index}` };
    return { id: `S${index}`, user, socket } as unknown as Session;
  });
  for (const session of sessions) presence.join(BINDER, session);
  const [one, another] = sessions;
  assert.ok(one && another);
  const began = performance.now();
  sent = 0;
  for (let frame = 0; frame < 500; frame++) presence.publish(BINDER, one, 'pointer', { points: [1, 2] });
  const seconds = (performance.now() - began) / 1_000;
  const most = 50_000 * (1 + seconds);
  assert.ok(sent <= most, `${sent} were sent of ${500 * CROWD}, ${Math.round(most)} at the most`);
  assert.ok(sent >= 20_000, `${sent} were sent`);
  const other = `${BINDER.slice(0, -1)}1`;
  for (const session of [one, another]) presence.join(other, session);
  sent = 0;
  presence.publish(other, one, 'pointer', { points: [1, 2] });
  assert.equal(sent, 1);
});
