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
  /** Ends in `/v1/`. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** `whsec_…`, or two secrets during a rotation. Not needed by a bot that only pulls events. */
  webhookSecret?: string | readonly string[];
  /** Stores which events have been handled. Default: in memory. */
  ledger?: EventLedger;
  /** Receives errors of handlers and of pulling. Default: logs to standard error. */
  onError?(error: unknown): void;
  fetch?: Fetch;
  /** Returns milliseconds since 1970-01-01 UTC. */
  now?(): number;
}

export interface Bot {
  on<Kind extends EventKind>(kind: Kind, handler: EventHandler<Kind>): Bot;
  /**
   * The handler returns the address that the browser opens next, such as your sign-in page, or undefined to
   * close the window.
   */
  onAccountLink(handler: (link: AccountLink) => string | undefined | Promise<string | undefined>): Bot;
  /** For `node:http`: `createServer(bot.listener)`. */
  listener(request: IncomingMessage, response: ServerResponse): void;
  /** For Fastify: `app.register(bot.fastify, {prefix: '/hook'})`. */
  fastify(scope: FastifyScope): Promise<void>;
  /** For other servers. Never rejects. */
  answer(request: IncomingRequest): Promise<Answer>;
  pull(options: PullOptions): Promise<void>;
  api(orgId: string): BotApi;
}

/** Throws TypeError if `baseUrl` or a webhook secret is invalid. */
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
