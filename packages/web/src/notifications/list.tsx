import type { Notification } from '@ringbinder/protocol';
import { useEffect } from 'preact/hooks';
import { titleOfMeet } from '../binder/binder-title.ts';
import { Avatar } from '../design/avatar.tsx';
import { Dialog } from '../design/dialog.tsx';
import { Icon } from '../design/icon.tsx';
import { Empty, Failed, Skeleton } from '../design/states.tsx';
import { RelativeTime } from '../design/time.tsx';
import { BinderName, useCard } from '../home/section.tsx';
import { meetPath } from '../meet-path.ts';
import { binderPath } from '../router.ts';
import { text } from '../strings/app.ts';
import { home } from '../strings/messages/home.ts';
import { notices as words } from '../strings/messages/notices.ts';
import { contentOf } from '../timeline/card.ts';
import { useApp } from '../timeline/context.ts';
import { dialog } from '../timeline/dialog-state.ts';
import { type NotificationStore, notificationStore } from './store.ts';

export function NotificationList({ close }: { close: () => void }) {
  const store = notificationStore(useApp());
  useEffect(() => void store.load(), [store]);
  const openSettings = () => {
    dialog.value = { kind: 'notification-settings' };
  };
  return (
    <Dialog title={words.title} close={close} wide>
      <Items store={store} close={close} />
      <div class="choose">
        <button type="button" class="button compact quiet" onClick={openSettings}>
          {words.settings}
        </button>
        <button
          type="button"
          class="button compact quiet"
          aria-disabled={!store.items.value?.length}
          onClick={() => void store.read()}
        >
          {words.markAll}
        </button>
        <button type="button" class="button compact" onClick={close}>
          {text.actions.close}
        </button>
      </div>
    </Dialog>
  );
}

function Items({ store, close }: { store: NotificationStore; close: () => void }) {
  const { value: items } = store.items;
  const { value: problem } = store.problem;
  if (!items) return problem === undefined ? <Skeleton /> : <Failed message={problem} retry={store.load} />;
  if (items.length === 0) return <Empty icon={<Icon name="mark" />} title={words.empty} />;
  const open = ({ id, type, read_time }: Notification) => {
    close();
    // The chat marks its messages as read.
    if (type !== 'messages' && read_time === undefined) void store.read([id]);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the list
    <section class="notification-list" aria-label={words.title} tabIndex={0}>
      <ul class="rows">
        {items.map((item) => (
          <Item key={item.id} item={item} open={() => open(item)} />
        ))}
      </ul>
      {store.hasMore.value && (
        <button type="button" class="button compact quiet" onClick={() => void store.more()}>
          {text.actions.more}
        </button>
      )}
    </section>
  );
}

function Item({ item, open }: { item: Notification; open: () => void }) {
  const { boot } = useApp();
  const { binder, user, time, read_time } = item;
  const isUnread = read_time === undefined;
  const card = useCard(binder.id);
  const name = item.meet ? titleOfMeet(item.meet.name, card?.binder, boot.user.name) : nameOf(item);
  const about = item.message ? contentOf(item.message) : (item.comment?.text ?? name);
  return (
    <li class="home-row home-mention" data-unread={isUnread}>
      <Avatar id={user.id} name={user.name} />
      <div class="home-what">
        <a class="home-name" href={pathOf(boot.root, item)} onClick={open}>
          {titleOf(item)}
          {isUnread && <span class="hidden-visually">, {home.isUnread}</span>}
        </a>
        {about && (
          <p dir="auto" class="home-excerpt">
            {about}
          </p>
        )}
        <span class="muted small">
          <BinderName binder={binder} />
          {item.for && ` · ${home.waitingPage.forPerson(item.for.name)}`}
          {' · '}
          <RelativeTime at={time} />
        </span>
      </div>
    </li>
  );
}

function titleOf({ type, user: { name }, count = 0, transaction, page, reminder }: Notification): string {
  const { happened } = words;
  switch (type) {
    case 'messages':
      return happened.messages(count, name);
    case 'mention':
    case 'reply':
      return home.happened[type](name);
    case 'approval_waiting':
      return reminder ? happened.approvalReminded(name) : happened.approvalWaiting;
    case 'approval_decided':
      return transaction?.outcome === 'rejected'
        ? happened.approvalRejected(name)
        : happened.approvalCompleted(name);
    case 'todo_assigned':
      return happened.todoAssigned(name);
    case 'todo_due':
      return happened.todoDue;
    case 'message_due':
      return happened.messageDue(name);
    case 'meet_scheduled':
      return happened.meetScheduled(name);
    case 'meet_starting':
      return happened.meetStarting;
    case 'meet_started':
      return happened.meetStarted(name);
    case 'meet_missed':
      return happened.meetMissed(name);
    case 'page_shared':
      return happened.pageShared(count, name);
    case 'page_commented':
      return happened.pageCommented(name, page?.name ?? '');
    case 'invitation':
      return happened.invitation(name);
    case 'ownership':
      return happened.ownership(name);
    default:
      return type satisfies never;
  }
}

const nameOf = ({ transaction, todo, page }: Notification) => transaction?.title ?? todo?.name ?? page?.name;

function pathOf(
  root: string,
  { binder, message, transaction, todo, meet, page, comment }: Notification,
): string {
  if (message) return binderPath(root, binder.id, 'chat', message.id);
  if (transaction) return binderPath(root, binder.id, 'transactions', transaction.id);
  if (todo) return binderPath(root, binder.id, 'todos', todo.id);
  if (page) {
    const path = binderPath(root, binder.id, 'pages', page.id);
    return comment ? `${path}?comment=${comment.id}` : path;
  }
  return meet
    ? meetPath(root, { binderId: binder.id, sessionKey: meet.session_key })
    : binderPath(root, binder.id);
}
