import { unwrap } from '@ringbinder/client';
import type { BinderCard } from '@ringbinder/protocol';
import { goTo } from '../address.ts';
import { Glyph } from '../design/glyph.tsx';
import { Lines } from '../design/icon.tsx';
import { Menu, type MenuItem } from '../design/menu.tsx';
import { isNarrow } from '../design/narrow.ts';
import { notificationStore } from '../notifications/store.ts';
import { text } from '../strings/app.ts';
import { account } from '../strings/messages/account.ts';
import { downloads } from '../strings/messages/downloads.ts';
import { timelineMenus as words } from '../strings/messages/timeline-menus.ts';
import { archiveBinder, assign, attempt, set } from './assign.ts';
import { titleOf } from './card.ts';
import { type AppContext, useApp } from './context.ts';
import { dialog } from './dialog-state.ts';
import { nameOfGroup } from './group-row.tsx';
import { menu, type TimelineMenuState } from './menu-state.ts';
import type { Row } from './rows.ts';

export function TimelineMenu({ state }: { state: TimelineMenuState }) {
  const app = useApp();
  const { about, at } = state;
  const close = () => {
    menu.value = undefined;
  };
  const [label, items] = contentOf(app, about);
  return <Menu label={label} items={items} at={at} close={close} />;
}

function contentOf(app: AppContext, about: TimelineMenuState['about']): [label: string, items: MenuItem[]] {
  switch (about.kind) {
    case 'create':
      return [text.app.timeline.create, createMenu(app)];
    case 'binder':
      return [
        text.app.timeline.actionsOf(titleOf(about.card, app.boot.user.name)),
        binderMenu(app, about.card),
      ];
    case 'category':
      return [text.app.timeline.actionsOf(nameOfGroup(about.row)), categoryMenu(about.row)];
  }
}

const bellItem = (app: AppContext): MenuItem => ({
  label: account.bell(notificationStore(app).unread.value),
  icon: <Glyph name="bell" />,
  act: () => {
    dialog.value = { kind: 'notifications' };
  },
});

const statusItem: MenuItem = {
  label: account.status,
  icon: <Glyph name="comment" />,
  act: () => {
    dialog.value = { kind: 'status' };
  },
};

function binderMenu(app: AppContext, card: BinderCard): MenuItem[] {
  const { binder, unread, invitation_id, is_favourite, is_muted, is_archived, category_id, member_type } =
    card;
  const canWrite = member_type !== 'BOARD_READ_ONLY';
  const isMine = binder.owner.id === app.boot.user.id;
  const categories = app.categories.list.value;
  const read = () => {
    const params = { path: { binder_id: binder.id } };
    if (unread > 0) attempt(unwrap(app.client.api.POST('/{binder_id}/readmark', { params, body: {} })));
    if (invitation_id) {
      const body = { ids: [invitation_id] };
      attempt(unwrap(app.client.api.POST('/me/notifications/read', { body })));
    }
  };
  const openDialog = (kind: 'rename-binder' | 'export-binder' | 'leave-binder' | 'remove-binder') => () => {
    dialog.value = { kind, card };
  };
  const hasBell = isNarrow.value && app.route.value.page === 'binder';
  return [
    ...(hasBell ? [bellItem(app), statusItem, { line: true } as const] : []),
    {
      kind: 'checkbox',
      label: words.favourite,
      isChecked: is_favourite,
      act: () => set(app, card, { is_favourite: !is_favourite }),
    },
    {
      kind: 'checkbox',
      label: words.mute,
      isChecked: is_muted,
      act: () => set(app, card, { is_muted: !is_muted }),
    },
    ...(unread > 0 || invitation_id ? [{ label: words.read, act: read }] : []),
    is_archived
      ? { label: words.unarchive, act: () => set(app, card, { is_archived: false }) }
      : { label: words.archive, act: () => archiveBinder(app, card) },
    { line: true },
    { heading: words.category },
    ...[{ id: null, name: words.noCategory }, ...categories].map(
      ({ id, name }): MenuItem => ({
        kind: 'radio',
        label: name,
        isChecked: (category_id ?? null) === id,
        act: () => assign(app, card, id ?? 'other'),
      }),
    ),
    {
      label: `${words.newCategory} …`,
      icon: <Glyph name="add" />,
      act: () => {
        dialog.value = { kind: 'new-category', binderId: binder.id };
      },
    },
    { line: true },
    ...(app.isOwnPage
      ? [
          {
            label: words.history,
            icon: <Glyph name="clock" />,
            act: () => goTo(`${app.boot.root}/b/${binder.id}?history`),
          },
        ]
      : []),
    ...(app.isOwnPage && isMine
      ? [
          {
            label: downloads.binder.submit,
            icon: <Glyph name="download" />,
            act: openDialog('export-binder'),
          },
        ]
      : []),
    ...(canWrite
      ? [{ label: words.rename, icon: <Glyph name="edit" />, act: openDialog('rename-binder') }]
      : []),
    isMine
      ? { label: words.remove, icon: <Glyph name="trash" />, danger: true, act: openDialog('remove-binder') }
      : { label: words.leave, icon: <Glyph name="leave" />, danger: true, act: openDialog('leave-binder') },
  ];
}

function categoryMenu(row: Extract<Row, { kind: 'group' }>): MenuItem[] {
  if (typeof row.group !== 'number') return [];
  const category = { id: row.group, name: nameOfGroup(row) };
  return [
    {
      label: words.rename,
      icon: <Glyph name="edit" />,
      act: () => {
        dialog.value = { kind: 'rename-category', category };
      },
    },
    {
      label: words.remove,
      icon: <Glyph name="trash" />,
      danger: true,
      act: () => {
        dialog.value = { kind: 'remove-category', category };
      },
    },
  ];
}

function createMenu({ createBinder }: AppContext): MenuItem[] {
  const open = (kind: 'new-binder' | 'new-direct' | 'new-category') => () => {
    dialog.value = { kind };
  };
  return [
    {
      label: words.newBinder,
      icon: <Glyph name="add" />,
      act: createBinder ?? open('new-binder'),
    },
    { label: words.newDirect, icon: <Glyph name="person" />, act: open('new-direct') },
    { label: words.newCategory, icon: <Lines d="M3 6h6l2 2.5h10V19H3Z" />, act: open('new-category') },
  ];
}
