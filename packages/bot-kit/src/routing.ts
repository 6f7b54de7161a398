import type { BotEvent, EventKind, EventOf } from '@ringbinder/protocol';
import type { BotApi, OutgoingMessage, PostOptions } from './api.ts';

/** What a handler is given with an event. */
export interface EventContext {
  /** The event's place in the bot's log in its org: 1, 2, 3 … without gaps. */
  sequence: number;
  orgId: string;
  /** Empty for events of an org. */
  binderId: string;
  /** The REST API as this bot, in the org of the event. */
  api: BotApi;
  /**
   * Posts a message into the binder of the event, once however often the event comes, and gives its id. So a handler
   * that is run again for the same event says the same in the same order: no time of day, no random words. Throws an
   * Error for events that have no binder.
   */
  reply(message: string | OutgoingMessage, options?: Omit<PostOptions, 'idempotencyKey'>): Promise<number>;
}

/** Does something about an event. When it rejects, the event comes again later, unless it was a final refusal (`isFinal`). */
export type EventHandler<Kind extends EventKind> = (
  event: EventOf<Kind>,
  context: EventContext,
) => unknown | Promise<unknown>;

/** Handlers by kind of event. */
export interface Routes {
  on<Kind extends EventKind>(kind: Kind, handler: EventHandler<Kind>): void;
  /** Runs the handlers of an event one after the other, in the order in which they were given. */
  run(event: BotEvent, context: EventContext): Promise<void>;
}

/** Routes without handlers. An event that nobody handles counts as dealt with. */
export function createRoutes(): Routes {
  const handlers = new Map<string, EventHandler<EventKind>[]>();
  return {
    on(kind, handler) {
      const known = handlers.get(kind) ?? [];
      handlers.set(kind, [...known, handler as unknown as EventHandler<EventKind>]);
    },
    async run(event, context) {
      for (const handler of handlers.get(event.message_type) ?? []) await handler(event, context);
    },
  };
}

/** What a handler is given. @param api of the org of the event */
export function contextOf(event: BotEvent, sequence: number, api: BotApi): EventContext {
  let replies = 0;
  return {
    sequence,
    orgId: event.org_id,
    binderId: event.binder_id,
    api,
    reply(message, options) {
      if (event.binder_id === '') throw new Error(`${event.message_type} has no binder to reply into`);
      // The same key for the same reply, so that an event that comes again posts nothing again.
      const idempotencyKey = `${event.message_id}-${replies++}`;
      return api.post(event.binder_id, message, { ...options, idempotencyKey });
    },
  };
}
