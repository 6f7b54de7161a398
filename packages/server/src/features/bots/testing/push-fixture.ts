import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  type CreatedBot,
  type CreatedUser,
  type Receiver,
  startReceiver,
  type TestService,
  until,
} from '@ringbinder/testkit';

export interface PushFixture {
  bot: CreatedBot;
  owner: CreatedUser;
  binders: string[];
  receiver: Receiver;
  secret: string;
}

interface Try extends Record<string, unknown> {
  sequence: number;
  status: number | null;
  reason: string | null;
  at: number;
}

export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

export function textsOf({ receiver, binders }: PushFixture, index?: number): string[] {
  return receiver.received
    .filter(({ event }) => index === undefined || event.binder_id === binders[index])
    .map(({ event }) => (event.message_type === 'comment_posted' ? event.event.comment.text : ''));
}

/** @param service a function, because the service becomes available with the first test */
export function pushFixtures(service: () => TestService) {
  const receivers: Receiver[] = [];
  const query = <R extends Record<string, unknown>>(text: string, values: unknown[]) =>
    service().env.db.query<R>(text, values);

  const change = (bot: CreatedBot, set: string, values: unknown[] = []) =>
    query(`UPDATE bots SET ${set} WHERE client_id = $1`, [bot.clientId, ...values]);

  const stateOf = async ({ bot }: PushFixture) =>
    (
      await query<{ state: string }>('SELECT state FROM bot_events WHERE user_id = $1 ORDER BY sequence', [
        bot.userId,
      ])
    ).map(({ state }) => state);

  return {
    change,
    stateOf,
    async fixture(count = 1): Promise<PushFixture> {
      const { make, env, call } = service();
      const receiver = await startReceiver();
      receivers.push(receiver);
      const partner = await make.partner();
      const owner = await make.user({ partner });
      const bot = await make.bot({ partner, events: ['comment_posted'] });
      const secret = newSecret();
      await change(bot, 'webhook_url = $2, webhook_secret_sealed = $3, allow_private_network = true', [
        receiver.url,
        env.secrets.seal(secret),
      ]);
      const binders: string[] = [];
      for (let number = 0; number < count; number++) {
        const binderId = await make.binder(owner);
        const json = { users: [{ user: { id: bot.userId } }] };
        const added = await call('POST', `/${binderId}/addorguser`, { token: owner.token, json });
        assert.equal(added.status, 200, JSON.stringify(added.body));
        binders.push(binderId);
      }
      return { bot, owner, binders, receiver, secret };
    },
    pass(ms: number): void {
      service().clock.advance(ms);
      service().env.bus.wake('U');
    },
    async post({ owner, binders }: PushFixture, text: string, index = 0): Promise<void> {
      const json = { message: { text } };
      const path = `/${binders[index]}/messages`;
      const { status } = await service().call('POST', path, { token: owner.token, json });
      assert.equal(status, 200);
    },
    settled: (of: PushFixture, ...states: string[]) =>
      until(`the events are ${states}`, async () => String(await stateOf(of)) === String(states)),
    triesOf: ({ bot }: PushFixture) =>
      query<Try>('SELECT sequence, status, reason, at FROM bot_attempts WHERE user_id = $1 ORDER BY id', [
        bot.userId,
      ]),
    async closeReceivers(): Promise<void> {
      for (const receiver of receivers.splice(0)) await receiver.close();
    },
  };
}
