import assert from 'node:assert/strict';
import { newVisitor, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { hashPassword } from '../users/index.ts';
import { ANSWER_INTERVAL_MS } from './sign-in/check.ts';
import { createFixture, givePassword } from './testing/fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService({ config: { trustProxy: 1 } });
});
afterAll(() => service.close());

test('[SIGNIN-8] a sign-in takes as long for an address with five accounts as for one that nobody has', async () => {
  const email = 'everywhere@test.example';
  for (let org = 0; org < 5; org++) {
    const { user } = await createFixture(service);
    await service.env.db.query('UPDATE users SET email = $2 WHERE id = $1', [user.id, email]);
    await givePassword(service, user, 'something else entirely', hashPassword);
  }
  let address = 0;
  const timeOf = async (who: string) => {
    const visitor = newVisitor(service.origin);
    const page = await visitor.get('/sign-in');
    const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const begun = performance.now();
    const { status } = await visitor.post(
      '/sign-in',
      { email: who, password: 'wrong', form_token: token },
      { 'x-forwarded-for': `198.51.100.${++address}` },
    );
    assert.equal(status, 401);
    return performance.now() - begun;
  };
  const turn = async (no: number) =>
    [await timeOf(email), await timeOf(`nobody-${no}@test.example`)] as const;
  let [everywhere, nobody] = await turn(0);
  for (let no = 1; no < 40 && Math.max(everywhere, nobody) >= 2 * ANSWER_INTERVAL_MS; no++) {
    const times = await turn(no);
    everywhere = Math.min(everywhere, times[0]);
    nobody = Math.min(nobody, times[1]);
  }
  for (const time of [everywhere, nobody]) {
    assert.ok(time >= ANSWER_INTERVAL_MS - 2, `${time} ms`);
    assert.ok(time < 2 * ANSWER_INTERVAL_MS, `${time} ms`);
  }
});
