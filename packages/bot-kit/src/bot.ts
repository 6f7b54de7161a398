import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EventKind } from '@ringbinder/protocol';
import type { AccountLink } from './account-link.ts';
import { type BotApi, createBotApi } from './api.ts';
import { type Answer, answerRequest, type IncomingRequest } from './http.ts';
import { type EventLedger, memoryLedger } from './ledger.ts';
import { type PullOptions, pullEvents } from './pull.ts';
import { createReception } from './receive.ts';
import { createRoutes, type EventHandler } from './routing.ts';
import { type FastifyScope, fastifyPlugin, nodeListener } from './servers.ts';
import type { Fetch } from './service-error.ts';
import { checkSecret } from './webhook.ts';

export interface BotOptions {
  /** Address of the API, which ends in `/v1/`. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /**
   * A secret such as `whsec_…`, or two secrets during a rotation. A bot that only pulls events needs no
   * secret.
   */
  webhookSecret?: string | readonly string[];
  /** Stores which events the bot has handled. Default: in memory. */
  ledger?: EventLedger;
  /**
   * Receives the errors of handlers and of pulling, and the requests that the service has rejected
   * permanently. Default: logs to standard error.
   */
  onError?(error: unknown): void;
  fetch?: Fetch;
  /** Returns the time in milliseconds since 1970-01-01 UTC. */
  now?(): number;
}

export interface Bot {
  on<Kind extends EventKind>(kind: Kind, handler: EventHandler<Kind>): Bot;
  /**
   * Sets the handler of account links. The handler returns the address that the browser opens next, for
   * example your sign-in page. If the handler returns undefined, the window closes.
   */
  onAccountLink(handler: (link: AccountLink) => string | undefined | Promise<string | undefined>): Bot;
  /** Handles requests of `node:http`: `createServer(bot.listener)`. */
  listener(request: IncomingMessage, response: ServerResponse): void;
  /** A plugin for Fastify: `app.register(bot.fastify, {prefix: '/hook'})`. */
  fastify(scope: FastifyScope): Promise<void>;
  /** Handles requests of any other server. Never rejects. */
  answer(request: IncomingRequest): Promise<Answer>;
  /** Pulls events until the signal aborts. Suitable for a bot that the service cannot reach. */
  pull(options: PullOptions): Promise<void>;
  api(orgId: string): BotApi;
}

/** Creates a bot. Throws TypeError if `baseUrl` or a webhook secret is invalid. */
export function createBot(options: BotOptions): Bot {
  const { clientId, clientSecret, webhookSecret = [], ledger = memoryLedger() } = options;
  const { fetch = globalThis.fetch, now = Date.now, onError = console.error } = options;
  if (!URL.canParse(options.baseUrl) || !options.baseUrl.endsWith('/v1/'))
    throw new TypeError('baseUrl must be an address that ends in /v1/');
  const webhookSecrets = typeof webhookSecret === 'string' ? [webhookSecret] : webhookSecret;
  for (const secret of webhookSecrets) checkSecret(secret);
  const routes = createRoutes();
  const api = createBotApi(options, fetch, now);
  const reception = createReception(routes, ledger, api, onError);
  const address = {
    clientId,
    clientSecret,
    webhookSecrets,
    reception,
    onError,
    now,
  };
  let link: Parameters<Bot['onAccountLink']>[0] | undefined;
  const answer = (request: IncomingRequest) => answerRequest(request, link ? { ...address, link } : address);
  const bot: Bot = {
    on(kind, handler) {
      routes.on(kind, handler);
      return bot;
    },
    onAccountLink(handler) {
      link = handler;
      return bot;
    },
    listener: nodeListener(answer),
    fastify: fastifyPlugin(answer),
    answer,
    pull: (pullOptions) => pullEvents({ onError, ...pullOptions }, api(pullOptions.orgId), ledger, reception),
    api,
  };
  return bot;
}
