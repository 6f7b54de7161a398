import assert from 'node:assert/strict';
import { type Cast, type CreatedBot, type TestService, until } from '@ringbinder/testkit';

/** An event as a bot pulls it. */
export interface Pulled {
  sequence: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every kind.
  message: any;
}

/** A cast with bots, and what one does with them. */
export interface BotFixture {
  cast: Cast;
  bot: CreatedBot;
  /** Adds a bot to the cast's binder, and gives the sequence of its last event. */
  install(bot?: CreatedBot): Promise<number>;
  /** Calls as a user; fails unless it is answered with 200. Gives `data`. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  call(who: { token: string }, method: string, path: string, json?: unknown): Promise<any>;
  /** All events of a bot after a sequence, as it pulls them. */
  pull(after?: number, bot?: CreatedBot): Promise<Pulled[]>;
  /** Waits until a bot has as many events after a sequence, and gives them; fails when there are more. */
  events(after: number, count: number, bot?: CreatedBot): Promise<Pulled[]>;
}

/** Makes a cast with a bot that is enabled in the org of the cast. */
export async function createBotFixture(service: TestService): Promise<BotFixture> {
  const cast = await service.make.cast();
  const bot = await service.make.bot({ partner: cast.partner });
  const fixture: BotFixture = {
    cast,
    bot,
    async install(newcomer = bot) {
      const [last] = (await fixture.pull(0, newcomer)).slice(-1);
      const after = last?.sequence ?? 0;
      const users = [{ user: { id: newcomer.userId } }];
      await fixture.call(cast.owner, 'POST', `/${cast.binderId}/addorguser`, { users });
      const [installed] = await fixture.events(after, 1, newcomer);
      assert.equal(installed?.message.message_type, 'bot_installed');
      return after + 1;
    },
    async call({ token }, method, path, json) {
      const answer = await service.call(method, path, json === undefined ? { token } : { token, json });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      return answer.body.data;
    },
    async pull(after = 0, puller = bot) {
      const events: Pulled[] = [];
      for (let next = after; ; ) {
        const data = await fixture.call(puller, 'GET', `/apps/events?after=${next}&limit=1000`);
        events.push(...data.events);
        if (data.events.length === 0) return events;
        next = data.next;
      }
    },
    async events(after, count, puller = bot) {
      const found = await until(`${count} events are there`, async () => {
        const events = await fixture.pull(after, puller);
        return events.length >= count ? events : undefined;
      });
      assert.equal(found.length, count, JSON.stringify(found));
      return found;
    },
  };
  return fixture;
}
