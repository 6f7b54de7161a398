import type { EventComment, EventKind, EventOf, EventTarget, ReplyTo } from '@ringbinder/protocol';
import type { LogBodies, LogKind } from '../../../log/index.ts';

type Payload<Kind extends EventKind> = Omit<EventOf<Kind>['event'], 'timestamp' | 'user' | 'target'>;

export interface WritableEvent {
  kind: string;
  payload: object;
  target: EventTarget;
}

export type EventDraft = {
  [Kind in EventKind]: {
    kind: Kind;
    payload: Payload<Kind>;
    target: EventTarget;
    /** Undefined for all bots of the binder. */
    onlyUserId?: string;
  };
}[EventKind];

export interface EntryContext {
  binderId: string;
  /** Undefined for a deleted comment. */
  repliedTo(target: ReplyTo): EventComment | undefined;
}

export type BuildEvent<Kind extends LogKind> = (
  body: LogBodies[Kind],
  context: EntryContext,
) => EventDraft | readonly EventDraft[] | null;

export type EventBuilders = { readonly [Kind in LogKind]?: BuildEvent<Kind> };

export function inBinder({ binderId }: Pick<EntryContext, 'binderId'>): EventTarget {
  return { id: binderId, object_type: 'binder' };
}

export function onPage(pageId: number): EventTarget {
  return { id: String(pageId), object_type: 'page' };
}

export function eventTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

export function isSubscribedTo(bot: { events: readonly string[] | null }, kind: EventKind): boolean {
  return bot.events === null || bot.events.includes(kind);
}
