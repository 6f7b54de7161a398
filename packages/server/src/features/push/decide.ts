import type { Notification } from '@ringbinder/protocol';
import type { Environment } from '../../environment/environment.ts';
import {
  findUnread,
  isWanted,
  quietUntil,
  type Recipient,
  type UnreadNotification,
} from '../notifications/index.ts';
import { type PushEnd, postponePush, type QueuedPush, releasePush, settlePush } from './queue.ts';

interface Unsent {
  /**
   * `nothing`: no new notification that the person wants is unread. `unwanted`: the person's settings allow no
   * pushes.
   */
  kind: 'nothing' | 'unwanted' | 'later';
  end: PushEnd;
  until: number;
}

interface Sent {
  kind: 'now';
  end: PushEnd;
  recipient: Recipient;
  items: readonly [Notification, ...Notification[]];
}

export async function decidePush({ db, clock }: Environment, push: QueuedPush): Promise<Sent | Unsent> {
  const now = clock.now();
  const { recipient, unread } = await findUnread(db, push.user_id, push.binder_id, now);
  const fresh = unread.filter((each) => isNew(each, push));
  const shown = fresh.filter(({ item }) => isWanted(item.type, recipient.settings, recipient.isMuted));
  const end = endOf(fresh);
  const [first, ...others] = shown.map(({ item }) => item);
  if (!first) return { kind: 'nothing', end, until: now };
  const acceptsPush =
    recipient.settings.push === 'at_once' && recipient.isEnabled && !recipient.isDoNotDisturb;
  if (!acceptsPush) return { kind: 'unwanted', end, until: now };
  const { quiet_hours: quietHours } = recipient.settings;
  const quietEnd = quietHours ? quietUntil(quietHours, now, recipient.timezone) : undefined;
  if (quietEnd !== undefined) return { kind: 'later', end, until: quietEnd };
  return { kind: 'now', end, recipient, items: [first, ...others] };
}

function isNew({ item, activityId }: UnreadNotification, push: QueuedPush): boolean {
  if (item.time < push.since) return false;
  return item.type === 'messages'
    ? (item.message?.id ?? 0) > push.sent_message_id
    : activityId > push.sent_activity_id;
}

function endOf(fresh: readonly UnreadNotification[]): PushEnd {
  return {
    messageId: Math.max(
      0,
      ...fresh.map(({ item }) => (item.type === 'messages' ? (item.message?.id ?? 0) : 0)),
    ),
    activityId: Math.max(0, ...fresh.map(({ activityId }) => activityId)),
  };
}

export async function storeUnsent(
  { db, clock }: Environment,
  push: QueuedPush,
  unsent: Unsent,
): Promise<void> {
  switch (unsent.kind) {
    case 'nothing':
      return releasePush(db, push);
    case 'unwanted':
      return settlePush(db, push, unsent.end, clock.now());
    case 'later':
      return postponePush(db, push, unsent.until, false);
    default:
      return unsent.kind satisfies never;
  }
}
