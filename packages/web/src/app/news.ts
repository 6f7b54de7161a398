import type { BinderCard } from '@ringbinder/protocol';
import { isUnread } from '../timeline/rows.ts';

/** How much is unread that one wants to know of. */
export function countUnread(cards: readonly BinderCard[]): number {
  return cards
    .filter(isUnread)
    .reduce((sum, { unread, mentions, is_muted }) => sum + (is_muted ? mentions : unread), 0);
}

/** A message that came, of which one wants to know. */
export interface NewMessages {
  card: BinderCard;
  namesMe: boolean;
}

/** What came between two states of the list: the newest of each binder that is not muted, or that names one. */
export function newMessagesOf(
  before: readonly BinderCard[],
  after: readonly BinderCard[],
  myId: string,
): NewMessages[] {
  const known = new Map(before.map((card) => [card.binder.id, card]));
  return after.flatMap((card) => {
    const old = known.get(card.binder.id);
    if (old === card) return [];
    const { last_message: message, unread, mentions, is_muted } = card;
    const isNew = message !== null && message.id > (old?.last_message?.id ?? 0) && message.user.id !== myId;
    if (!isNew || unread === 0) return [];
    const namesMe = mentions > (old?.mentions ?? 0);
    return is_muted && !namesMe ? [] : [{ card, namesMe }];
  });
}

/** Of which meets one is to be reminded between two states of the list, but for those of muted binders. */
export function newRemindersOf(before: readonly BinderCard[], after: readonly BinderCard[]): BinderCard[] {
  const known = new Map(before.map((card) => [card.binder.id, card.reminded_meet?.session_key]));
  return after.filter(
    ({ binder, reminded_meet: meet, is_muted }) =>
      meet !== undefined && !is_muted && known.get(binder.id) !== meet.session_key,
  );
}
