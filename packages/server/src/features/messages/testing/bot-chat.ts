import assert from 'node:assert/strict';
import { type Answer, type Cast, type CreatedBot, startService, type TestService } from '@ringbinder/testkit';

export interface BotChat {
  service: TestService;
  cast: Cast;
  bot: CreatedBot;
  post(message: object, more?: object, token?: string): Promise<Answer>;
  posted(message: object, more?: object, token?: string): Promise<Answer['body']>;
  latest(): Promise<Answer['body']>;
}

export async function startBotChat(): Promise<BotChat> {
  const service = await startService({ botLog: true });
  const cast = await service.make.cast();
  const bot = await service.make.bot({ partner: cast.partner });
  const added = await service.call('POST', `/${cast.binderId}/addorguser`, {
    token: cast.owner.token,
    json: { users: [{ user: { id: bot.userId } }] },
  });
  assert.equal(added.status, 200);
  const path = `/${cast.binderId}/messages`;
  const post: BotChat['post'] = (message, more = {}, token = bot.token) =>
    service.call('POST', path, { token, json: { message, ...more } });
  return {
    service,
    cast,
    bot,
    post,
    async posted(message, more, token) {
      const { status, body } = await post(message, more, token);
      assert.equal(status, 200, JSON.stringify(body));
      return body.data;
    },
    latest: async () =>
      (await service.call('GET', `${path}?limit=1`, { token: cast.viewer.token })).body.data.messages[0],
  };
}
