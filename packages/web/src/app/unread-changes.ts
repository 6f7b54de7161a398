import type { BinderCard } from '@ringbinder/protocol';
import { isUnread } from '../timeline/rows.ts';

export function countUnread(cards: readonly BinderCard[]): number {
  return cards
    .filter(isUnread)
    .reduce((sum, { unread, mentions, is_muted }) => sum + (is_muted ? mentions : unread), 0);
}

export interface NewMessages {
  card: BinderCard;
  namesMe: boolean;
}

export function newMessagesOf(
  before: readonly BinderCard[],
  after: readonly BinderCard[],
  myId: string,
): NewMessages[] {
  const previous = new Map(before.map((card) => [card.binder.id, card]));
  return after.flatMap((card) => {
    const old = previous.get(card.binder.id);
    if (old === card) return [];
    const { last_message: message, unread, mentions, is_muted } = card;
    const isNew = message !== null && message.id > (old?.last_message?.id ?? 0) && message.user.id !== myId;
    // A reply that only its thread shows counts as unread only for the users whom it mentions.
    const isHidden = message?.thread_only === true && unread <= (old?.unread ?? 0);
    if (!isNew || isHidden || unread === 0) return [];
    const namesMe = mentions > (old?.mentions ?? 0);
    return is_muted && !namesMe ? [] : [{ card, namesMe }];
  });
}

export function newMessageRemindersOf(
  before: readonly BinderCard[],
  after: readonly BinderCard[],
): BinderCard[] {
  const previous = new Map(before.map((card) => [card.binder.id, card.reminded_message?.remind_time ?? 0]));
  // When the latest reminder is removed, the card shows an earlier reminder, which is not new.
  return after.filter(
    ({ binder, reminded_message: message }) =>
      message !== undefined && message.remind_time > (previous.get(binder.id) ?? Number.POSITIVE_INFINITY),
  );
}

export const keyOfReminder = ({ reminded_message: message }: BinderCard): string | undefined =>
  message && `${message.id} ${message.remind_time}`;

export function newRemindersOf(before: readonly BinderCard[], after: readonly BinderCard[]): BinderCard[] {
  const previous = new Map(before.map((card) => [card.binder.id, card.reminded_meet?.session_key]));
  return after.filter(
    ({ binder, reminded_meet: meet, is_muted }) =>
      meet !== undefined && !is_muted && previous.get(binder.id) !== meet.session_key,
  );
}
