import { unwrap } from '@ringbinder/client';
import type { BinderCard } from '@ringbinder/protocol';
import type { AppContext } from '../app/context.ts';
import { refusalOf } from '../binder/refusal.ts';
import type { MenuItem } from '../design/menu.tsx';
import { toast } from '../design/toast.tsx';
import { text } from '../strings/app.ts';
import { titleOf } from './card.ts';
import { dialog } from './dialog-state.ts';
import { nameOfGroup } from './group-row.tsx';
import { Mark } from './marks.tsx';
import type { GroupKey, Row } from './rows.ts';

const words = text.timeline.actions;

/** Does something of which only a refusal is told. */
function attempt(act: Promise<unknown>): void {
  act.catch((error: unknown) => toast(refusalOf(error).message));
}

/** Writes down what a binder is to the signed-in user. */
function set(
  { client }: AppContext,
  { binder }: BinderCard,
  settings: { is_favourite?: boolean; is_muted?: boolean },
): void {
  const params = { path: { user_id: 'me', binder_id: binder.id } };
  attempt(unwrap(client.api.POST('/{user_id}/binders/{binder_id}', { params, body: settings })));
}

/** Puts a binder into a group: a category, the favourites, or out of its category. Says what came of it. */
export function assign(app: AppContext, card: BinderCard, group: GroupKey): void {
  const title = titleOf(card, app.boot.user.name);
  if (group === 'favourites') {
    set(app, card, { is_favourite: true });
    return;
  }
  const id = group === 'other' ? null : group;
  const category = app.categories.list.value.find((each) => each.id === id);
  const assigned = app.categories.assign(card.binder.id, id).then(() => {
    // In its category it is seen only when it is no favourite.
    if (card.is_favourite) set(app, card, { is_favourite: false });
    toast(category ? text.timeline.moved(title, category.name) : text.timeline.movedOut(title));
  });
  attempt(assigned);
}

/** What can be done with a binder. */
export function binderMenu(app: AppContext, card: BinderCard): MenuItem[] {
  const { binder, unread, is_favourite, is_muted, category_id } = card;
  const isMine = binder.owner.id === app.boot.user.id;
  const categories = app.categories.list.value;
  const read = () => {
    const params = { path: { binder_id: binder.id } };
    attempt(unwrap(app.client.api.POST('/{binder_id}/readmark', { params, body: {} })));
  };
  const ask = (kind: 'rename-binder' | 'leave-binder' | 'remove-binder') => () => {
    dialog.value = { kind, card };
  };
  return [
    {
      ...{ kind: 'checkbox', label: words.favourite, isChecked: is_favourite },
      act: () => set(app, card, { is_favourite: !is_favourite }),
    },
    {
      ...{ kind: 'checkbox', label: words.mute, isChecked: is_muted },
      act: () => set(app, card, { is_muted: !is_muted }),
    },
    ...(unread > 0 ? [{ label: words.read, act: read }] : []),
    { line: true },
    { heading: words.category },
    ...[{ id: null, name: words.noCategory }, ...categories].map(
      ({ id, name }): MenuItem => ({
        ...{ kind: 'radio', label: name, isChecked: (category_id ?? null) === id },
        act: () => assign(app, card, id ?? 'other'),
      }),
    ),
    {
      label: `${text.timeline.newCategory} …`,
      icon: <Mark name="compose" />,
      act: () => {
        dialog.value = { kind: 'new-category', binderId: binder.id };
      },
    },
    { line: true },
    { label: words.rename, icon: <Mark name="pencil" />, act: ask('rename-binder') },
    isMine
      ? { label: words.remove, icon: <Mark name="trash" />, danger: true, act: ask('remove-binder') }
      : { label: words.leave, icon: <Mark name="leave" />, danger: true, act: ask('leave-binder') },
  ];
}

/** What can be done with a category. */
export function categoryMenu(row: Extract<Row, { kind: 'group' }>): MenuItem[] {
  if (typeof row.group !== 'number') return [];
  const category = { id: row.group, name: nameOfGroup(row) };
  return [
    {
      ...{ label: words.rename, icon: <Mark name="pencil" /> },
      act: () => {
        dialog.value = { kind: 'rename-category', category };
      },
    },
    {
      ...{ label: words.remove, icon: <Mark name="trash" />, danger: true },
      act: () => {
        dialog.value = { kind: 'remove-category', category };
      },
    },
  ];
}

/** What can be made. */
export function createMenu(): MenuItem[] {
  const open = (kind: 'new-binder' | 'new-direct' | 'new-category') => () => {
    dialog.value = { kind };
  };
  return [
    { label: text.timeline.newBinder, icon: <Mark name="compose" />, act: open('new-binder') },
    { label: text.timeline.newDirect, icon: <Mark name="person" />, act: open('new-direct') },
    { label: text.timeline.newCategory, icon: <Mark name="folder" />, act: open('new-category') },
  ];
}
