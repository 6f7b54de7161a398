import type { BotEvent, EventKind, EventOf } from '@ringbinder/protocol';
import type { BotApi, OutgoingMessage, PostOptions } from './api.ts';

export interface EventContext {
  /** Position in the bot's log of the org: 1, 2, 3 … without gaps. */
  sequence: number;
  orgId: string;
  /** An empty string for events of an org. */
  binderId: string;
  /** The REST API of the event's org, called as this bot. */
  api: BotApi;
  /**
   * Posts a message to the event's binder and resolves with its id. If the event is delivered again, the reply is not
   * posted again. Handlers must therefore produce the same replies in the same order, without current times or random
   * values. Throws an Error for events without a binder.
   */
  reply(message: string | OutgoingMessage, options?: Omit<PostOptions, 'idempotencyKey'>): Promise<number>;
}

/** Handles an event. If it rejects, the event is delivered again, except after a permanent rejection (`isFinal`). */
export type EventHandler<Kind extends EventKind> = (
  event: EventOf<Kind>,
  context: EventContext,
) => unknown | Promise<unknown>;

export interface Routes {
  on<Kind extends EventKind>(kind: Kind, handler: EventHandler<Kind>): void;
  /** Runs an event's handlers in the order of registration. */
  run(event: BotEvent, context: EventContext): Promise<void>;
}

/** Creates an empty table of handlers. An event without a handler counts as handled. */
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

/**
 * Creates the context for an event's handlers.
 * @param api the REST API of the event's org
 */
export function contextOf(event: BotEvent, sequence: number, api: BotApi): EventContext {
  let replies = 0;
  return {
    sequence,
    orgId: event.org_id,
    binderId: event.binder_id,
    api,
    reply(message, options) {
      if (event.binder_id === '') throw new Error(`${event.message_type} has no binder to reply into`);
      // The nth reply to an event always has the same key, so that a repeated event posts nothing twice.
      const idempotencyKey = `${event.message_id}-${replies++}`;
      return api.post(event.binder_id, message, { ...options, idempotencyKey });
    },
  };
}
