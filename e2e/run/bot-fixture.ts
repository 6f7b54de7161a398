import assert from 'node:assert/strict';
import { tokenOf } from './client.ts';
import type { Ringbinder } from './ringbinder.ts';

export interface RoomMessage {
  id: number;
  text: string;
  html?: string;
  user: { id: string; name: string };
  buttons?: { id: string; type: string; text: string }[];
}

export interface BotApp {
  clientId: string;
  userId: string;
  variables: { BASE_URL: string; CLIENT_ID: string; CLIENT_SECRET: string; WEBHOOK_SECRET: string };
}

export interface Caller {
  id: string;
  name: string;
  token: string;
  // biome-ignore lint/suspicious/noExplicitAny: what comes is what the test looks into.
  post(path: string, json: unknown): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: what comes is what the test looks into.
  get(path: string): Promise<any>;
}

export interface BotFixture {
  orgId: string;
  ada: Caller;
  ben: Caller;
  configure(name: string): Promise<BotApp>;
  pointTo(app: BotApp, url: string): Promise<void>;
  binder(): Promise<string>;
  install(app: BotApp, binderId: string): Promise<void>;
  messages(binderId: string): Promise<RoomMessage[]>;
}

export async function openBotFixture(server: Ringbinder): Promise<BotFixture> {
  const demo = await server.demo();
  const callerOf = async (index: number): Promise<Caller> => {
    const token = await tokenOf(demo, index);
    const call = async (method: string, path: string, json?: unknown) => {
      const answer = await fetch(demo.base_url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      const body = (await answer.json()) as { data: unknown };
      assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(body)}`);
      return body.data;
    };
    const { id = '', name = '' } = demo.users[index] ?? {};
    return {
      id,
      name,
      token,
      post: (path, json) => call('POST', path, json),
      get: (path) => call('GET', path),
    };
  };
  const [ada, ben] = await Promise.all([callerOf(0), callerOf(1)]);
  const bots = `partners/${demo.partner_id}/bots`;
  return {
    orgId: demo.org_id,
    ada,
    ben,
    async configure(name) {
      const app = await ada.post(bots, { name, allow_private_network: true });
      const { user } = await ada.post(`orgs/${demo.org_id}/bots/${app.client_id}`, { enabled: true });
      const variables = {
        BASE_URL: demo.base_url,
        CLIENT_ID: app.client_id,
        CLIENT_SECRET: app.client_secret,
        WEBHOOK_SECRET: app.webhook_secret,
      };
      return { clientId: app.client_id, userId: user.id, variables };
    },
    pointTo: ({ clientId }, url) => ada.post(`${bots}/${clientId}`, { webhook_url: url }),
    async binder() {
      const { id } = await ada.post('me/binders', { name: 'Bots' });
      await ada.post(`${id}/inviteuser`, { users: [{ user: { id: ben.id } }] });
      return id;
    },
    install: ({ userId }, binderId) =>
      ada.post(`${binderId}/addorguser`, { users: [{ user: { id: userId } }] }),
    messages: async (binderId) => (await ada.get(`${binderId}/messages`)).messages.reverse(),
  };
}
