import type { Catalogue } from '@ringbinder/locales';
import type { Notification } from '@ringbinder/protocol';
import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import { placeOf, sentenceOf } from '../notifications/index.ts';

/** The browser replaces a notification with the same `tag`. */
export interface PushPayload {
  title: string;
  body: string;
  url: string;
  tag: string;
}

/** In UTF-16 units, of at most three bytes each. Payloads are limited to 4,096 bytes (RFC 8291). */
const MAX_BODY = 400;
const MAX_TITLE = 100;

export function writePush(
  items: readonly [Notification, ...Notification[]],
  origin: string,
  { isContentFree, catalogue }: { isContentFree: boolean; catalogue: Catalogue },
): PushPayload {
  if (isContentFree) return writeContentFreePush(origin, catalogue);
  const [item] = items;
  const { binder } = item;
  const others = items.length > 1 ? ` (+${items.length - 1})` : '';
  return {
    title: excerpt(binder.name || item.user.name, MAX_TITLE),
    body: `${excerpt(sentenceOf(item, catalogue), MAX_BODY)}${others}`,
    url: `${origin}${placeOf(item)}`,
    tag: binder.id,
  };
}

function writeContentFreePush(origin: string, catalogue: Catalogue): PushPayload {
  return {
    title: 'Ringbinder',
    body: catalogue.text('notification.content_free'),
    url: `${origin}/home`,
    tag: 'ringbinder',
  };
}
