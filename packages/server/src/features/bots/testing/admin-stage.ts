import assert from 'node:assert/strict';
import { after, afterEach, beforeEach } from 'node:test';
import { type MadeUser, startService, until } from '@ringbinder/testkit';
import { createOutbound } from '../../../outbound/index.ts';
import { type Delivery, startDelivery } from '../delivery/start.ts';
import { type PushStage, pushStages } from './push-stage.ts';

/** A stage with an admin of the org. */
export interface AdminStage extends PushStage {
  admin: MadeUser;
}

/** The path of a bot in its org. */
export const pathOf = ({ owner, bot }: PushStage) => `/orgs/${owner.orgId}/bots/${bot.clientId}`;

/**
 * A service whose bots are pushed to during each test of the file that opens it, stages with an admin, and what the admin
 * does there. Days may pass: the admin stays.
 */
export async function openAdminStages() {
  const service = await startService({ botLog: true, config: { accessTokenSeconds: 1e9 } });
  const outbound = createOutbound({ allowsHttp: true, timeoutMs: 1_000 });
  const stages = pushStages(() => service);
  let delivery: Delivery;
  beforeEach(() => {
    delivery = startDelivery(service.env, outbound);
  });
  afterEach(async () => {
    await delivery.stop();
    await stages.closeReceivers();
  });
  after(async () => {
    await outbound.close();
    await service.close();
  });
  return {
    service,
    ...stages,
    /** A stage with so many binders, and an admin. */
    async adminStage(count?: number): Promise<AdminStage> {
      const made = await stages.stage(count);
      const { partnerId: id, orgId } = made.owner;
      const admin = await service.make.user({ partner: { id, orgId } });
      await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.id]);
      return { ...made, admin };
    },
    /** The data of a GET of the admin. Throws unless it is answered 200. */
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind.
    async get(of: AdminStage, path: string): Promise<any> {
      const answer = await service.call('GET', `${pathOf(of)}${path}`, { token: of.admin.token });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.data;
    },
    /** What a POST of the admin is answered. */
    ask: (of: AdminStage, path: string, json: object = {}) =>
      service.call('POST', `${pathOf(of)}${path}`, { token: of.admin.token, json }),
    /** Fails an event as often as it is tried, until it is dead. */
    async killFirst(of: PushStage): Promise<void> {
      of.receiver.answer = () => 500;
      await stages.post(of, 'given up');
      await until('it is dead', async () => {
        stages.pass(2 * 86_400_000);
        return (await stages.stateOf(of)).includes('dead');
      });
      of.receiver.answer = () => 204;
    },
  };
}
