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

/** What a bot is made of: what the partner admin was given when the bot was configured. */
export interface BotOptions {
  /** `{base_url}`, ending in `/v1/`. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** `whsec_…`; two while it is being rotated. A bot that only pulls needs none. */
  webhookSecret?: string | readonly string[];
  /** Which events have been dealt with; in memory by default. */
  ledger?: EventLedger;
  /** Told of handlers that fail, of final refusals, and of what goes wrong while pulling; written to standard error by default. */
  onError?(error: unknown): void;
  fetch?: Fetch;
  /** Milliseconds since 1970-01-01 UTC. */
  now?(): number;
}

/** A bot: it is told of events, and acts through the REST API. */
export interface Bot {
  /** Adds a handler for a kind of event. Gives the bot, so that calls can be chained. */
  on<Kind extends EventKind>(kind: Kind, handler: EventHandler<Kind>): Bot;
  /**
   * Says what to do when a person links an account. The handler gives the address to which the browser goes next, such
   * as the bot's own sign-in, or nothing: then a page is shown that closes its window.
   */
  onAccountLink(handler: (link: AccountLink) => string | undefined | Promise<string | undefined>): Bot;
  /** A listener for `node:http`: `createServer(bot.listener)`. */
  listener(request: IncomingMessage, response: ServerResponse): void;
  /** A Fastify plugin: `app.register(bot.fastify, {prefix: '/hook'})`. */
  fastify(scope: FastifyScope): Promise<void>;
  /** For any other server: answers one request. Never rejects. */
  answer(request: IncomingRequest): Promise<Answer>;
  /** Pulls events until the signal aborts, for a bot that the service cannot reach. */
  pull(options: PullOptions): Promise<void>;
  /** The REST API as this bot in an org. */
  api(orgId: string): BotApi;
}

/** Makes a bot. Throws TypeError when `baseUrl` is no such address, or a webhook secret is no secret. */
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
