/** Runs each check in production as a test: `vitest run conformance/src/checks.test.ts -t TX-19`. */
import assert from 'node:assert/strict';
import { prepareDemo } from '@ringbinder/server/features/demo/index.ts';
import { startFamily } from '@ringbinder/server/features/oauth/index.ts';
import { startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type Check, loadChecks } from './check.ts';
import { openStage } from './stage.ts';

const absent: ReadonlySet<string> = new Set(['the server has no LibreOffice']);

let service: TestService;
let run: ReturnType<typeof openStage>;

beforeAll(async () => {
  service = await startService({ environments: ['production', 'sandbox'], background: true, botLog: true });
  const { production, sandbox } = service.environments;
  assert.ok(production && sandbox);
  const credentials = await prepareDemo(service.directory, { production, sandbox });
  assert.ok(credentials);
  const {
    client,
    users: [user],
  } = credentials;
  assert.ok(user);
  const family = { clientId: client.client_id, userId: user.id, scope: 'read write' };
  const { refresh_token: refreshToken } = await startFamily(production, family);
  run = openStage({ origin: `${service.origin}/`, credentials, refreshToken, sandbox: false, only: [] });
});
afterAll(() => service.close());

function testAll(checks: Check[]): void {
  for (const check of checks)
    test.concurrent(check.title, (context) =>
      run(check, {
        after: context.onTestFinished,
        skip: (reason) => (absent.has(reason) ? context.skip(reason) : assert.fail(reason)),
      }),
    );
}

const { calls, answers } = await loadChecks();
describe('calls', () => testAll(calls));
describe('what all calls were answered', () => testAll(answers));
