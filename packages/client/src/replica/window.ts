import type { Change, Message, RealtimeEntry } from '@ringbinder/protocol';
import { byId } from './order.ts';
import { isEqual, withItem, withoutItem } from './sorted-list.ts';
import type { BinderState } from './state.ts';

export interface WindowState {
  readonly messages: readonly Message[];
  /** Id of the first message, or 0 if no older messages exist. */
  readonly from: number;
  /** Infinity if the range includes the newest message. */
  readonly to: number;
}

export interface MessagePage {
  messages: readonly Message[];
  hasMore: boolean;
}

export const MAX_WINDOW = 1_000;

export function newestWindow(state: BinderState, count: number): WindowState {
  const messages = state.messages.slice(-count);
  const isWhole = messages.length === state.messages.length;
  return { messages, from: isWhole ? state.messagesFrom : (messages[0]?.id ?? 0), to: Infinity };
}

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

export function withPageBefore(
  window: WindowState,
  { messages, hasMore }: MessagePage,
  since: readonly RealtimeEntry[],
): WindowState {
  const older = messages.filter(({ id }) => id < window.from).toReversed();
  const all = [...older, ...window.messages];
  const from = hasMore ? (older[0]?.id ?? window.from) : 0;
  const limited = all.length > MAX_WINDOW ? all.slice(0, MAX_WINDOW) : all;
  const to = limited === all ? window.to : (limited.at(-1)?.id ?? window.to);
  return foldWindow({ messages: limited, from, to }, since);
}

export function withPageAfter(
  window: WindowState,
  { messages, hasMore }: MessagePage,
  since: readonly RealtimeEntry[],
): WindowState {
  const newer = messages.filter(({ id }) => id > window.to);
  const all = [...window.messages, ...newer];
  const to = hasMore ? (newer.at(-1)?.id ?? window.to) : Infinity;
  const limited = all.length > MAX_WINDOW ? all.slice(-MAX_WINDOW) : all;
  const from = limited === all ? window.from : (limited[0]?.id ?? window.from);
  return foldWindow({ messages: limited, from, to }, since);
}

/**
 * `before` lists the message itself and older messages, newest first. `after` lists newer messages, oldest
 * first.
 */
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

export function reusingMessages(window: WindowState, previous: readonly Message[]): WindowState {
  const byIds = new Map(previous.map((message) => [message.id, message]));
  const messages = window.messages.map((message) => {
    const existing = byIds.get(message.id);
    return existing && isEqual(existing, message) ? existing : message;
  });
  return { ...window, messages };
}
