import { unwrap } from '@ringbinder/client';
import type { BinderCard, BinderSettings } from '@ringbinder/protocol';
import { refusalOf } from '../binder/refusal.ts';
import { toast, toastError } from '../design/toast.tsx';
import { timelineMenus as words } from '../strings/messages/timeline-menus.ts';
import { titleOf } from './card.ts';
import { assignCategory } from './category-actions.ts';
import type { AppContext } from './context.ts';
import type { GroupKey } from './rows.ts';

export function attempt(act: Promise<unknown>): void {
  act.catch((error: unknown) => toastError(refusalOf(error).message));
}

export function set({ client }: AppContext, { binder }: BinderCard, settings: Partial<BinderSettings>): void {
  const params = { path: { user_id: 'me', binder_id: binder.id } };
  attempt(unwrap(client.api.POST('/{user_id}/binders/{binder_id}', { params, body: settings })));
}

/** Marks the binder as read, because nobody looks for unread messages in the archive. */
export function archiveBinder(app: AppContext, card: BinderCard): void {
  const params = { path: { binder_id: card.binder.id } };
  if (card.unread > 0) attempt(unwrap(app.client.api.POST('/{binder_id}/readmark', { params, body: {} })));
  set(app, card, { is_archived: true });
  toast(words.archived);
}

export function assign(app: AppContext, card: BinderCard, group: GroupKey): void {
  const title = titleOf(card, app.boot.user.name);
  if (group === 'archived') {
    archiveBinder(app, card);
    return;
  }
  if (card.is_archived) set(app, card, { is_archived: false });
  if (group === 'favourites') {
    set(app, card, { is_favourite: true });
    return;
  }
  const id = group === 'other' ? null : group;
  const category = app.categories.list.value.find((each) => each.id === id);
  const assigned = assignCategory(app, card.binder.id, id).then(() => {
    // A favourite would not appear in the category.
    if (card.is_favourite) set(app, card, { is_favourite: false });
    toast(category ? words.moved(title, category.name) : words.movedOut(title));
  });
  attempt(assigned);
}
