import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { listAll, unwrap } from '@ringbinder/client';
import type { AppContext } from '../timeline/context.ts';

export interface SavedPlace {
  binderId: string;
  messageId: number;
}

/** Reminder times by message id. */
export type SavedReminders = ReadonlyMap<number, number | undefined>;

type App = Pick<AppContext, 'client' | 'cards'>;

const byBinder = new Map<string, Signal<SavedReminders>>();
const NOTHING: SavedReminders = new Map();

export function savedOf({ client, cards }: App, binderId: string): ReadonlySignal<SavedReminders> {
  const existing = byBinder.get(binderId);
  if (existing) return existing;
  const saved = signal(NOTHING);
  byBinder.set(binderId, saved);
  let isLoading = false;
  effect(() => {
    const card = cards.value?.find(({ binder }) => binder.id === binderId);
    const count = card?.saved_messages ?? 0;
    if (count === saved.peek().size || isLoading) return;
    isLoading = true;
    void load(client, binderId, saved).finally(() => {
      isLoading = false;
    });
  });
  return saved;
}

async function load(client: App['client'], binderId: string, saved: Signal<SavedReminders>): Promise<void> {
  const params = (cursor?: string) => ({ path: { binder_id: binderId }, query: cursor ? { cursor } : {} });
  const list = listAll(
    (cursor) => unwrap(client.api.GET('/{binder_id}/savedmessages', { params: params(cursor) })),
    'saved',
  );
  try {
    const found = new Map<number, number | undefined>();
    for await (const { message_id, remind_time } of list) found.set(message_id, remind_time);
    saved.value = found;
  } catch {
    // After a failure, the next change of `cards` loads the messages again.
  }
}

const paramsOf = ({ binderId, messageId }: SavedPlace) => ({
  path: { binder_id: binderId, message_id: messageId },
});

/**
 * Throws RingbinderError.
 * @param remindTime is null to remove the reminder, and undefined to keep the reminder
 */
export async function saveMessage(
  { client }: App,
  place: SavedPlace,
  remindTime?: number | null,
): Promise<void> {
  const body = remindTime === undefined ? {} : { remind_time: remindTime };
  const params = paramsOf(place);
  const { remind_time } = await unwrap(
    client.api.POST('/{binder_id}/messages/{message_id}/save', { params, body }),
  );
  update(place, (saved) => saved.set(place.messageId, remind_time));
}

/** Throws RingbinderError. */
export async function unsaveMessage({ client }: App, place: SavedPlace): Promise<void> {
  const params = paramsOf(place);
  await unwrap(client.api.DELETE('/{binder_id}/messages/{message_id}/save', { params }));
  update(place, (saved) => saved.delete(place.messageId));
}

function update({ binderId }: SavedPlace, change: (saved: Map<number, number | undefined>) => void): void {
  const saved = byBinder.get(binderId);
  if (!saved) return;
  const changed = new Map(saved.peek());
  change(changed);
  saved.value = changed;
}
