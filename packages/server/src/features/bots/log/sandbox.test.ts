import assert from 'node:assert/strict';
import { startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { createBotFixture } from '../testing/bot-fixture.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

let service: TestService;
beforeAll(async () => {
  service = await startService({ environments: ['sandbox', 'production'], botLog: true });
});
afterAll(() => service.close());

test('[EVENT-4] in the sandbox bots are told by its clock, wherever that was moved to', async () => {
  service.clock.advance(YEAR_MS);
  const fixture = await createBotFixture(service);
  await fixture.install();
  const events = await fixture.pull();
  assert.equal(events.length, 2);
  for (const { message } of events) {
    const at = Date.parse(message.event.timestamp);
    assert.ok(at <= service.clock.now() && at > service.clock.now() - 60_000, message.event.timestamp);
  }
});
