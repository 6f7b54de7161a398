import type { Change, Message, RealtimeEntry } from '@ringbinder/protocol';
import { byId } from './order.ts';
import { isEqual, withItem, withoutItem } from './sorted-list.ts';
import type { BinderState } from './state.ts';

/** Messages of a binder without a gap: every one with `from` ≤ id ≤ `to`. */
export interface WindowState {
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** 0 when none is older. */
  readonly from: number;
  /** Infinity where it ends with the newest message: what is posted comes in. */
  readonly to: number;
}

/** A part of a list of REST, in its order, and whether it goes on. */
export interface MessagePage {
  messages: readonly Message[];
  hasMore: boolean;
}

/** A window holds so many messages at the most; those at its other end go. */
export const MAX_WINDOW = 1_000;

/** The newest messages that a state holds, `count` at the most. */
export function newestWindow(state: BinderState, count: number): WindowState {
  const messages = state.messages.slice(-count);
  const isWhole = messages.length === state.messages.length;
  return { messages, from: isWhole ? state.messagesFrom : (messages[0]?.id ?? 0), to: Infinity };
}

/** The window after entries: the same object when they are about none of its messages. */
export function foldWindow(window: WindowState, entries: readonly RealtimeEntry[]): WindowState {
  const changes = entries.flatMap(({ changes }) => changes).filter(isOfMessage);
  const messages = changes.reduce<readonly Message[]>((list, { id, value }) => {
    const isSame = (message: Message) => message.id === id;
    if (value === null) return withoutItem(list, isSame);
    return id < window.from || id > window.to ? list : withItem(list, value, isSame, byId);
  }, window.messages);
  return messages === window.messages ? window : { ...window, messages };
}

function isOfMessage(change: Change): change is Extract<Change, { type: 'message' }> {
  return change.type === 'message';
}

/** The window with a page before it (newest first). `since`: the entries that came while it was asked for. */
export function withPageBefore(
  window: WindowState,
  { messages, hasMore }: MessagePage,
  since: readonly RealtimeEntry[],
): WindowState {
  const older = messages.filter(({ id }) => id < window.from).toReversed();
  const all = [...older, ...window.messages];
  const from = hasMore ? (older[0]?.id ?? window.from) : 0;
  const kept = all.length > MAX_WINDOW ? all.slice(0, MAX_WINDOW) : all;
  const to = kept === all ? window.to : (kept.at(-1)?.id ?? window.to);
  return foldWindow({ messages: kept, from, to }, since);
}

/** The window with a page behind it (oldest first). `since` as above. */
export function withPageAfter(
  window: WindowState,
  { messages, hasMore }: MessagePage,
  since: readonly RealtimeEntry[],
): WindowState {
  const newer = messages.filter(({ id }) => id > window.to);
  const all = [...window.messages, ...newer];
  const to = hasMore ? (newer.at(-1)?.id ?? window.to) : Infinity;
  const kept = all.length > MAX_WINDOW ? all.slice(-MAX_WINDOW) : all;
  const from = kept === all ? window.from : (kept[0]?.id ?? window.from);
  return foldWindow({ messages: kept, from, to }, since);
}

/** A window of what REST lists up to an id (newest first) and behind it (oldest first). */
export function windowAround(
  before: MessagePage,
  after: MessagePage,
  since: readonly RealtimeEntry[],
): WindowState {
  const messages = [...before.messages.toReversed(), ...after.messages];
  const from = before.hasMore ? (messages[0]?.id ?? 0) : 0;
  const to = after.hasMore ? (after.messages.at(-1)?.id ?? Infinity) : Infinity;
  return foldWindow({ messages, from, to }, since);
}

/** The window with the objects of another one where they say the same, so that a view draws only what is another. */
export function withKnownObjects(window: WindowState, known: readonly Message[]): WindowState {
  const byIds = new Map(known.map((message) => [message.id, message]));
  const messages = window.messages.map((message) => {
    const held = byIds.get(message.id);
    return held && isEqual(held, message) ? held : message;
  });
  return { ...window, messages };
}
