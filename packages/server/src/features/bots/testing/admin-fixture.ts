import assert from 'node:assert/strict';
import { type CreatedUser, startService, until } from '@ringbinder/testkit';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { createOutbound } from '../../../outbound/index.ts';
import { type Delivery, startDelivery } from '../delivery/start.ts';
import { type PushFixture, pushFixtures } from './push-fixture.ts';

export interface AdminFixture extends PushFixture {
  admin: CreatedUser;
}

export const pathOf = ({ owner, bot }: PushFixture) => `/orgs/${owner.orgId}/bots/${bot.clientId}`;

export async function openAdminFixtures() {
  const service = await startService({ botLog: true, config: { accessTokenSeconds: 1e9 } });
  const outbound = createOutbound({ allowsHttp: true, timeoutMs: 1_000 });
  const fixtures = pushFixtures(() => service);
  let delivery: Delivery;
  beforeEach(() => {
    delivery = startDelivery(service.env, outbound);
  });
  afterEach(async () => {
    await delivery.stop();
    await fixtures.closeReceivers();
  });
  afterAll(async () => {
    await outbound.close();
    await service.close();
  });
  return {
    service,
    ...fixtures,
    async adminFixture(count?: number): Promise<AdminFixture> {
      const created = await fixtures.fixture(count);
      const { partnerId: id, orgId } = created.owner;
      const admin = await service.make.user({ partner: { id, orgId } });
      await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.id]);
      return { ...created, admin };
    },
    // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every kind.
    async get(of: AdminFixture, path: string): Promise<any> {
      const answer = await service.call('GET', `${pathOf(of)}${path}`, { token: of.admin.token });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.data;
    },
    ask: (of: AdminFixture, path: string, json: object = {}) =>
      service.call('POST', `${pathOf(of)}${path}`, { token: of.admin.token, json }),
    async killFirst(of: PushFixture): Promise<void> {
      of.receiver.answer = () => 500;
      await fixtures.post(of, 'given up');
      await until('it is dead', async () => {
        fixtures.pass(2 * 86_400_000);
        return (await fixtures.stateOf(of)).includes('dead');
      });
      of.receiver.answer = () => 204;
    },
  };
}
