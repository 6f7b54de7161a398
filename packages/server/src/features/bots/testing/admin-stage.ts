import assert from 'node:assert/strict';
import { type MadeUser, type TestService, until } from '@ringbinder/testkit';
import { type PushStage, pushStages } from './push-stage.ts';

/** A stage with an admin of the org. */
export interface AdminStage extends PushStage {
  admin: MadeUser;
}

/** The path of a bot in its org. */
export const pathOf = ({ owner, bot }: PushStage) => `/orgs/${owner.orgId}/bots/${bot.clientId}`;

/** Stages with an admin, and what the admin does there. @param service there once the first test begins */
export function adminStages(service: () => TestService) {
  const stages = pushStages(service);
  return {
    ...stages,
    /** A stage with so many binders, and an admin. */
    async adminStage(count?: number): Promise<AdminStage> {
      const made = await stages.stage(count);
      const { partnerId: id, orgId } = made.owner;
      const admin = await service().make.user({ partner: { id, orgId } });
      await service().env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.id]);
      return { ...made, admin };
    },
    /** The data of a GET of the admin. Throws unless it is answered 200. */
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every kind.
    async get(of: AdminStage, path: string): Promise<any> {
      const answer = await service().call('GET', `${pathOf(of)}${path}`, { token: of.admin.token });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.data;
    },
    /** What a POST of the admin is answered. */
    ask: (of: AdminStage, path: string, json: object = {}) =>
      service().call('POST', `${pathOf(of)}${path}`, { token: of.admin.token, json }),
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
