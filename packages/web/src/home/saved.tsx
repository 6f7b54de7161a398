import type { HomeSaved } from '@ringbinder/protocol';
import { useRef } from 'preact/hooks';
import { refusalOf } from '../binder/refusal.ts';
import { Avatar } from '../design/avatar.tsx';
import { formatDeadline } from '../design/dates.ts';
import { RelativeTime, useNow } from '../design/time.tsx';
import { toastError } from '../design/toast.tsx';
import { unsaveMessage } from '../later/saved.ts';
import { binderPath } from '../router.ts';
import { later as words } from '../strings/messages/later.ts';
import { contentOf } from '../timeline/card.ts';
import { useApp } from '../timeline/context.ts';
import { dialog } from '../timeline/dialog-state.ts';
import { useRowFocus } from '../todos/row-focus.ts';
import { BinderName, SectionFrame, type SectionProps } from './section.tsx';
import type { HomeStore } from './store.ts';

export function Saved({ store, section }: SectionProps<HomeSaved>) {
  const due = section.count > 0 ? words.due(section.count) : '';
  return (
    <SectionFrame name="saved" title={words.section} count={due} store={store} section={section}>
      <List store={store} section={section} />
    </SectionFrame>
  );
}

function List({ store, section: { items } }: SectionProps<HomeSaved>) {
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(list, items.length);
  return (
    <ul class="rows" ref={list}>
      {items.map((item) => (
        <SavedMessage key={`${item.binder.id}/${item.message.id}`} store={store} item={item} />
      ))}
    </ul>
  );
}

function SavedMessage({ store, item }: { store: HomeStore; item: HomeSaved }) {
  const app = useApp();
  const now = useNow();
  const { binder, message, user, time, remind_time: remindTime, is_due: isDue } = item;
  const place = { binderId: binder.id, messageId: message.id };
  const done = async () => {
    try {
      await unsaveMessage(app, place);
    } catch (error) {
      toastError(refusalOf(error).message);
    }
    await store.load();
  };
  return (
    <li class="home-row home-saved" data-due={isDue}>
      <Avatar id={user.id} name={user.name} />
      <div class="home-what">
        <a
          class="home-name"
          data-control="name"
          href={binderPath(app.boot.root, binder.id, 'chat', message.id)}
        >
          {words.from(user.name)}
        </a>
        <p dir="auto" class="home-excerpt">
          {contentOf(message)}
        </p>
        <span class="muted small">
          <BinderName binder={binder} />
          {' · '}
          <RelativeTime at={time} />
          {remindTime !== undefined && (
            <>
              {' · '}
              <span class="home-reminder">{words.reminder(formatDeadline(remindTime, now))}</span>
            </>
          )}
        </span>
      </div>
      <div class="home-saved-actions">
        <button
          type="button"
          class="button compact quiet"
          data-control="remind"
          aria-label={words.rescheduleNamed(user.name)}
          onClick={() => {
            dialog.value = { kind: 'remind', place };
          }}
        >
          {words.remind}
        </button>
        <button
          type="button"
          class="button compact"
          data-control="done"
          aria-label={words.doneNamed(user.name)}
          onClick={() => void done()}
        >
          {words.done}
        </button>
      </div>
    </li>
  );
}
