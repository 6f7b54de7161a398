import type { BotEvent, EventKind, EventOf } from '@ringbinder/protocol';
import type { BotApi, OutgoingMessage, PostOptions } from './api.ts';

export interface EventContext {
  /** Number in the bot's log of this org: 1, 2, 3 … without gaps. */
  sequence: number;
  orgId: string;
  /** Empty for events outside a binder. */
  binderId: string;
  api: BotApi;
  /**
   * Resolves with the message's id. A redelivered event posts no duplicate if its handlers reply in the same
   * order. Throws an Error if the event has no binder.
   */
  reply(message: string | OutgoingMessage, options?: Omit<PostOptions, 'idempotencyKey'>): Promise<number>;
}

/** If the handler rejects, the service delivers the event again, unless the error is final (`isFinal`). */
export type EventHandler<Kind extends EventKind> = (
  event: EventOf<Kind>,
  context: EventContext,
) => unknown | Promise<unknown>;

export interface Routes {
  on<Kind extends EventKind>(kind: Kind, handler: EventHandler<Kind>): void;
  run(event: BotEvent, context: EventContext): Promise<void>;
}

export function createRoutes(): Routes {
  const handlers = new Map<string, EventHandler<EventKind>[]>();
  return {
    on(kind, handler) {
      const registered = handlers.get(kind) ?? [];
      handlers.set(kind, [...registered, handler as unknown as EventHandler<EventKind>]);
    },
    async run(event, context) {
      for (const handler of handlers.get(event.message_type) ?? []) await handler(event, context);
    },
  };
}

export function contextOf(event: BotEvent, sequence: number, api: BotApi): EventContext {
  let replies = 0;
  return {
    sequence,
    orgId: event.org_id,
    binderId: event.binder_id,
    api,
    reply(message, options) {
      if (event.binder_id === '') throw new Error(`${event.message_type} has no binder to reply into`);
      const idempotencyKey = `${event.message_id}-${replies++}`;
      return api.post(event.binder_id, message, { ...options, idempotencyKey });
    },
  };
}
