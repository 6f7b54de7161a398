import type { HomeMessage } from '@ringbinder/protocol';
import { Avatar } from '../design/avatar.tsx';
import { RelativeTime } from '../design/time.tsx';
import { binderPath } from '../router.ts';
import { home as words } from '../strings/messages/home.ts';
import { contentOf } from '../timeline/card.ts';
import { useApp } from '../timeline/context.ts';
import { BinderName, SectionFrame, type SectionProps, useCard } from './section.tsx';

export function Mentions({ store, section }: SectionProps<HomeMessage>) {
  const unread = section.count > 0 ? words.unread(section.count) : '';
  return (
    <SectionFrame name="mentions" title={words.mentions} count={unread} store={store} section={section}>
      <ul class="rows">
        {section.items.map((item) => (
          <Mention key={`${item.binder.id}/${item.message.id}`} item={item} />
        ))}
      </ul>
    </SectionFrame>
  );
}

function Mention({ item }: { item: HomeMessage }) {
  const { boot } = useApp();
  const { type, binder, message, user, time } = item;
  // The list of binders may have a newer read position than `item`.
  const readId = useCard(binder.id)?.read_message_id ?? 0;
  const isUnread = item.is_unread && (message.thread_only || message.id > readId);
  return (
    <li class="home-row home-mention" data-unread={isUnread}>
      <Avatar id={user.id} name={user.name} />
      <div class="home-what">
        <a class="home-name" href={binderPath(boot.root, binder.id, 'chat', message.id)}>
          {words.happened[type](user.name)}
          {isUnread && <span class="hidden-visually">, {words.isUnread}</span>}
        </a>
        <p dir="auto" class="home-excerpt">
          {contentOf(message)}
        </p>
        <span class="muted small">
          <BinderName binder={binder} />
          {' · '}
          <RelativeTime at={time} />
        </span>
      </div>
    </li>
  );
}
