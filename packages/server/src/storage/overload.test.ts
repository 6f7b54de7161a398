import assert from 'node:assert/strict';
import { type Cast, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';

/** With one connection, the first calls of LOAD-7 exceed the number of calls that may wait. */
const CONNECTIONS = 1;
const MAX_WAITING = 50 * CONNECTIONS;
const TOO_MANY = 20;
const OWN = 5;

let service: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService({ config: { databaseConnections: CONNECTIONS } });
  cast = await service.make.cast();
});
afterAll(() => service.close());

async function takeAll(): Promise<() => Promise<void>> {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const begun: Promise<void>[] = [];
  const transactions = Array.from({ length: CONNECTIONS }, () => {
    let begin = () => {};
    begun.push(
      new Promise((resolve) => {
        begin = resolve;
      }),
    );
    return service.env.db.transaction(async () => {
      begin();
      await gate;
    });
  });
  await Promise.all(begun);
  return async () => {
    letGo();
    await Promise.all(transactions);
  };
}

test('[STORE-19] over capacity calls are 503 with Retry-After at once, and those that were accepted are served', async () => {
  const read = () => service.call('GET', `/${cast.binderId}`, { token: cast.viewer.token });
  assert.equal((await read()).status, 200, 'the token is known from here on');
  const letGo = await takeAll();
  const refused: Awaited<ReturnType<typeof read>>[] = [];
  let enough = () => {};
  const enoughRefused = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const answers = Array.from({ length: MAX_WAITING + TOO_MANY }, async () => {
    const answer = await read();
    if (answer.status === 503) refused.push(answer);
    if (refused.length === TOO_MANY) enough();
    return answer.status;
  });
  const all = Promise.all(answers);
  const first = await Promise.race([enoughRefused.then(() => 'refused'), all.then(() => 'all')]);
  assert.equal(first, 'refused', 'while the others still wait');
  await letGo();
  const statuses = await all;
  const served = statuses.filter((status) => status === 200).length;
  assert.equal(served + refused.length, statuses.length);
  assert.ok(served <= MAX_WAITING && served >= MAX_WAITING - OWN, `${served} were served`);
  for (const { body, headers } of refused) {
    assert.equal(body.code, 'RESPONSE_ERROR_SERVICE_UNAVAILABLE');
    assert.ok(Number(headers.get('retry-after')) >= 1);
  }
  assert.equal((await read()).status, 200);
  const lines = service.logLines.map((line) => JSON.parse(line));
  assert.equal(lines.filter(({ msg }) => msg === 'overload: rejecting calls').length, 1);
  const own = refused.flatMap(({ body }) => lines.filter(({ reqId }) => reqId === body.request_id));
  assert.ok(own.length > 0);
  for (const { msg, err } of own)
    assert.deepEqual([msg, err], ['request', undefined], 'no line but the one that each call has');
});
