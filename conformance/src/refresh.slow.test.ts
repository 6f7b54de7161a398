import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { runProgram } from './testing/program.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('[CONF-1] a refresh token that is brought along is spent to check the refresh grant', async () => {
  const { owner, otherOrg, client } = await service.make.cast();
  const credentials = join(service.directory, 'credentials.json');
  const file = {
    org_id: owner.orgId,
    other_org_id: otherOrg.orgId,
    client: { client_id: client.id, client_secret: client.secret },
    users: [{ id: owner.id, unique_id: owner.uniqueId, email: owner.email }],
  };
  await writeFile(credentials, JSON.stringify(file));
  const args = [service.origin, '--credentials', credentials, '--only', 'REFRESH'];
  const check = () => runProgram([...args, '--refresh-token', owner.refreshToken]);
  const { code, out } = await check();
  assert.equal(code, 0, out);
  assert.match(out, /^6 passed, 0 failed, 1 not applicable/m);
  assert.match((await check()).out, /^FAILED REFRESH-1 /m);
});
