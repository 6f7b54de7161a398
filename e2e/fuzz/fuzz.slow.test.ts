import assert from 'node:assert/strict';
import { type Cast, resolveReferences, startService, stateOf, type TestService } from '@ringbinder/testkit';
import fc from 'fast-check';
import { Pool } from 'undici';
import { afterAll, beforeAll, test } from 'vitest';
import { createFixture } from './fixture.ts';
import { type FuzzRequest, operationsOf, requests } from './requests.ts';

const SEED = Number(process.env.FUZZ_SEED ?? 20261120);
const TOTAL = Number(process.env.FUZZ_REQUESTS ?? 20_000);
const REQUESTS_A_ROUND = 260;
const AT_ONCE = 16;
const HANG_MS = 20_000;

let service: TestService;
let cast: Cast;
let pool: Pool;
let tokens: Record<string, string | undefined>;
beforeAll(async () => {
  service = await startService({ config: { databaseConnections: 20 } });
  cast = await service.make.cast();
  pool = new Pool(service.origin, { connections: AT_ONCE, headersTimeout: HANG_MS, bodyTimeout: HANG_MS });
  const bot = await service.make.user({ partner: cast.partner, client: cast.client, isBot: true });
  const { owner, editor, viewer, sameOrg, otherOrg, otherPartner } = cast;
  tokens = {
    ...Object.fromEntries(
      Object.entries({ owner, editor, viewer, sameOrg, otherOrg, otherPartner, bot }).map(
        ([name, { token }]) => [name, token],
      ),
    ),
    reader: owner.readToken,
    unknown: 'unknown-token',
    nobody: undefined,
  };
});
afterAll(async () => {
  await pool.close();
  await service.close();
});

interface Outcome {
  request: FuzzRequest;
  status: number;
}

async function send(request: FuzzRequest): Promise<Outcome> {
  const token = tokens[request.actor];
  const answer = await pool.request({
    method: request.method as 'GET',
    path: `/v1${request.path}`,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(request.contentType === undefined ? {} : { 'content-type': request.contentType }),
    },
    body: request.body ?? null,
  });
  const text = await answer.body.text();
  const report = `seed ${SEED}: ${JSON.stringify(request).slice(0, 1_500)} → ${answer.statusCode} ${text.slice(0, 500)}`;
  assert.ok(answer.statusCode < 500, report);
  assert.ok(answer.headers['x-request-id'], report);
  if (answer.statusCode >= 400 && request.method !== 'HEAD') {
    const { code, message, request_id } = JSON.parse(text);
    assert.ok(
      /^RESPONSE_ERROR_/.test(code) && message !== '' && request_id === answer.headers['x-request-id'],
      report,
    );
  }
  return { request, status: answer.statusCode };
}

async function sendAll(all: FuzzRequest[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    outcomes.push(...(await Promise.all(all.slice(from, from + AT_ONCE).map(send))));
  }
  return outcomes;
}

const refusedOf = (outcomes: Outcome[]) =>
  outcomes.filter(({ status }) => status >= 400).map(({ request }) => request);

test('[ERR-17] [STORE-15] twenty thousand generated requests get no 5xx, never hang, and change nothing when refused', async (t) => {
  const document = resolveReferences(await (await fetch(`${service.origin}/openapi.json`)).json());
  const operations = operationsOf(document);
  // Most requests come from the owner and an editor, whose permissions let requests run more code.
  const actors = [...Object.keys(tokens), ...Array(8).fill('owner'), ...Array(4).fill('editor')];
  const statuses = new Map<number, number>();
  let sent = 0;
  const count = (outcomes: Outcome[]) => {
    sent += outcomes.length;
    for (const { status } of outcomes) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    return outcomes;
  };
  for (let round = 0; sent < TOTAL; round++) {
    const { binderId, sampleValues } = await createFixture(service, cast);
    const generated = fc.sample(requests(operations, sampleValues, actors), {
      seed: SEED + round,
      numRuns: REQUESTS_A_ROUND,
    });
    let refused = refusedOf(count(await sendAll(generated)));
    // Repeat the rejected requests until all are rejected again. This must not change anything.
    for (let attempt = 0; ; attempt++) {
      const before = await stateOf(service, binderId);
      const again = count(await sendAll(refused));
      const still = refusedOf(again);
      if (still.length === refused.length) {
        assert.deepEqual(
          await stateOf(service, binderId),
          before,
          `seed ${SEED + round}: refused requests changed the binder`,
        );
        break;
      }
      assert.ok(attempt < 10, 'requests are taken and refused in turn');
      refused = still;
    }
  }
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  t.annotate(`${sent} requests to ${operations.length} operations; ${counts.join(', ')}`);
  assert.ok((statuses.get(200) ?? 0) > sent / 50, 'some requests were taken');
});
