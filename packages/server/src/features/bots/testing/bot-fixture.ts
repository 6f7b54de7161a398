import assert from 'node:assert/strict';
import { type Cast, type CreatedBot, type TestService, until } from '@ringbinder/testkit';

export interface Pulled {
  sequence: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every kind.
  message: any;
}

export interface BotFixture {
  cast: Cast;
  bot: CreatedBot;
  install(bot?: CreatedBot): Promise<number>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every kind.
  call(who: { token: string }, method: string, path: string, json?: unknown): Promise<any>;
  pull(after?: number, bot?: CreatedBot): Promise<Pulled[]>;
  events(after: number, count: number, bot?: CreatedBot): Promise<Pulled[]>;
}

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
      const matchingEvents = await until(`${count} events are there`, async () => {
        const events = await fixture.pull(after, puller);
        return events.length >= count ? events : undefined;
      });
      assert.equal(matchingEvents.length, count, JSON.stringify(matchingEvents));
      return matchingEvents;
    },
  };
  return fixture;
}
