import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createReaderProcesses } from '../bots/testing/reader-processes.ts';
import { foldEvents, readLog, stateOfOrg, whenLogsAreRead } from './testing/fold.ts';
import { createRandomCalls } from './testing/random-calls.ts';

const CALLS = 10_000;
const CALLERS = 8;
const CALLS_PER_KILL = 250;
const PROGRAM = fileURLToPath(new URL('./testing/client-log-process.ts', import.meta.url));

let service: TestService;
let readerProcesses: ReturnType<typeof createReaderProcesses>;
beforeAll(async () => {
  service = await startService({ config: { callsPerMinute: 1e9 } });
  readerProcesses = createReaderProcesses(service, PROGRAM);
});
afterAll(async () => {
  readerProcesses.killAll();
  await service.close();
});

test('[EVLOG-7] the fold is the state of the org after 10,000 random calls, while the readers are killed', async () => {
  const { owner, editor, viewer, partner, binderId } = await service.make.cast();
  await service.env.db.query(`UPDATE users SET is_partner_admin = true, role = 'admin' WHERE id = $1`, [
    owner.id,
  ]);
  const created = await service.call('POST', `/partners/${partner.id}/clients`, {
    token: owner.token,
    json: { name: 'Core banking', event_log: true, org_id: partner.orgId },
  });
  const client = { id: created.body.data.client_id, secret: created.body.data.client_secret };
  await service.call('DELETE', `/${binderId}`, { token: owner.token });
  const readers = [await readerProcesses.start(), await readerProcesses.start()];
  let calls = 0;
  let kills = 0;
  const caller = async () => {
    const randomCall = createRandomCalls(service, { owner, others: [editor, viewer], orgId: partner.orgId });
    while (calls < CALLS) {
      calls++;
      await randomCall();
      if (calls % CALLS_PER_KILL !== 0) continue;
      const reader = readers.shift();
      if (!reader) continue;
      await readerProcesses.kill(reader);
      kills++;
      readers.push(await readerProcesses.start());
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  await whenLogsAreRead(service, 120_000);
  const expected = await stateOfOrg(service, partner.orgId);
  const folded = await until(
    'the users are in the log',
    async () => {
      const state = foldEvents(await readLog(service, client));
      return JSON.stringify(state) === JSON.stringify(expected) ? state : undefined;
    },
    60_000,
  ).catch(async () => foldEvents(await readLog(service, client)));
  assert.deepEqual(folded, expected);
  assert.ok(kills >= CALLS / CALLS_PER_KILL / 2, `${kills} kills`);
}, 1_200_000);
