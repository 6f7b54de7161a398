export type { BotEvent, EventKind, EventOf, EventUser } from '@ringbinder/protocol';
export { type AccountLink, BadAccountLink, readAccountLink } from './account-link.ts';
export {
  accountLinkButton,
  type BotApi,
  type CallOptions,
  type MessageButton,
  type OutgoingMessage,
  type PostOptions,
  postbackButton,
} from './api.ts';
export { type Bot, type BotOptions, createBot } from './bot.ts';
export type { Answer, IncomingRequest } from './http.ts';
export { type EventLedger, type EventPosition, fileLedger, memoryLedger } from './ledger.ts';
export { EventsLost, type PullOptions } from './pull.ts';
export type { EventContext, EventHandler } from './routing.ts';
export type { FastifyScope } from './servers.ts';
export { type Fetch, ServiceError } from './service-error.ts';
export { BadSignature, type DeliveryHeaders, signDelivery, verifyDelivery } from './webhook.ts';
