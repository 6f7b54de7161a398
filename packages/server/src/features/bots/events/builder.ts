import type { EventComment, EventKind, EventOf, EventTarget, ReplyTo } from '@ringbinder/protocol';
import type { LogBodies, LogKind } from '../../../log/index.ts';

/** The event's own fields, without time and user. */
type Payload<Kind extends EventKind> = Omit<EventOf<Kind>['event'], 'timestamp' | 'user' | 'target'>;

/** An event not yet addressed to bots. */
export type BuiltEvent = {
  [Kind in EventKind]: {
    kind: Kind;
    payload: Payload<Kind>;
    target: EventTarget;
    /** The user of the only recipient; by default all bots of the binder. */
    onlyTo?: string;
  };
}[EventKind];

export interface EntryContext {
  binderId: string;
  /** The comment that a message replies to, unless it was deleted. */
  repliedTo(target: ReplyTo): EventComment | undefined;
}

export type BuildEvent<Kind extends LogKind> = (
  body: LogBodies[Kind],
  context: EntryContext,
) => BuiltEvent | null;

export type EventBuilders = { readonly [Kind in LogKind]?: BuildEvent<Kind> };

export function inBinder({ binderId }: Pick<EntryContext, 'binderId'>): EventTarget {
  return { id: binderId, object_type: 'binder' };
}

export function onPage(pageId: number): EventTarget {
  return { id: String(pageId), object_type: 'page' };
}

/** `YYYY-MM-DDTHH:MM:SSZ`. @param milliseconds since 1970 */
export function eventTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** @param bot `events` are the kinds it chose; null for all */
export function isSubscribedTo(bot: { events: readonly string[] | null }, kind: EventKind): boolean {
  return bot.events === null || bot.events.includes(kind);
}
