import type { BinderCard } from '@ringbinder/protocol';
import { plainText } from '@ringbinder/protocol/plain-text.ts';
import { messageDraftOf } from '../binder/draft.ts';
import { countUpTo99, formatTime } from '../design/format.ts';
import { binderPath } from '../router.ts';
import { text } from '../strings/app.ts';
import { namesOf } from '../strings/names.ts';
import { firstNameOf, snippetOf, titleOf } from './card.ts';
import { useApp } from './context.ts';
import { Mark } from './marks.tsx';
import { below, menu } from './menu-state.ts';
import { BinderPicture } from './picture.tsx';
import { isUnread } from './rows.ts';
import { formatWhen } from './when.ts';

interface BinderRowProps {
  card: BinderCard;
  isOpen: boolean;
  isActive: boolean;
  now: number;
  onFocus: () => void;
}

export function BinderRow({ card, isOpen, isActive, now, onFocus }: BinderRowProps) {
  const { boot } = useApp();
  const { binder, unread, mentions, is_muted, is_favourite } = card;
  const title = titleOf(card, boot.user.name);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu is also opened by the button in it
    <div
      class="binder-row"
      data-unread={isUnread(card)}
      data-muted={is_muted}
      onContextMenu={(event) => {
        event.preventDefault();
        const box = event.currentTarget.getBoundingClientRect();
        // The menu key reports the position 0, 0.
        const isByKey = event.clientX === 0 && event.clientY === 0;
        const at = isByKey ? { x: box.left + 48, y: box.bottom } : { x: event.clientX, y: event.clientY };
        menu.value = { about: { kind: 'binder', card }, at };
      }}
    >
      <a
        href={binderPath(boot.root, binder.id)}
        aria-current={isOpen ? 'page' : undefined}
        tabIndex={isActive ? 0 : -1}
        data-line={binder.id}
        draggable
        onDragStart={(event) => {
          event.dataTransfer?.setData('application/x-ringbinder', binder.id);
          if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
        }}
        onFocus={onFocus}
      >
        <Picture card={card} title={title} />
        <span dir="auto" class="binder-row-name">
          {title}
        </span>
        <span class="hidden-visually">{describe(card)}</span>
        <time dateTime={new Date(binder.updated_time).toISOString()} title={formatTime(binder.updated_time)}>
          {formatWhen(binder.updated_time, now)}
        </time>
        <Snippet card={card} isOpen={isOpen} />
        <span class="binder-row-marks" aria-hidden="true">
          {is_favourite && <Mark name="star" />}
          {is_muted && <Mark name="mute" />}
          {mentions > 0 && <span class="count named">@</span>}
          {unread > 0 && <span class="count">{countUpTo99(unread)}</span>}
        </span>
      </a>
      <button
        type="button"
        class="row-menu"
        tabIndex={isActive ? 0 : -1}
        aria-haspopup="menu"
        aria-label={text.app.timeline.actionsOf(title)}
        onFocus={onFocus}
        onClick={({ currentTarget }) => {
          menu.value = { about: { kind: 'binder', card }, at: below(currentTarget) };
        }}
      >
        <Mark name="more" />
      </button>
    </div>
  );
}

function Picture({ card, title }: { card: BinderCard; title: string }) {
  const { activity } = useApp();
  const { binder, user_id } = card;
  const state = user_id && activity.presence.value.get(binder.id)?.get(user_id);
  return (
    <BinderPicture card={card} title={title}>
      {state && (
        <span class="presence" data-state={state}>
          <span class="hidden-visually">{`${text.app.timeline[state]}, `}</span>
        </span>
      )}
    </BinderPicture>
  );
}

function Snippet({ card, isOpen }: Pick<BinderRowProps, 'card' | 'isOpen'>) {
  const { activity, boot } = useApp();
  const typing = activity.typing.value.get(card.binder.id);
  if (typing)
    return (
      <span class="snippet typing">
        {text.app.timeline.typing(typing.length, namesOf(typing.map(({ name }) => firstNameOf(name))))}
      </span>
    );
  if (card.is_meeting) return <span class="snippet typing">{text.app.timeline.meeting}</span>;
  const source = !isOpen && messageDraftOf(boot.user.id, card.binder.id).value;
  // The editor writes “&” as a reference.
  const draft = source && plainText(source).replace(/&amp;/g, '&');
  if (draft)
    return (
      <span dir="auto" class="snippet typing">
        {text.app.timeline.said(text.app.timeline.draft, draft)}
      </span>
    );
  return (
    <span dir="auto" class="snippet">
      {snippetOf(card, boot.user.id)}
    </span>
  );
}

function describe({ unread, mentions, is_muted, is_favourite, invitation_id }: BinderCard): string {
  const { timeline } = text.app;
  return [
    unread > 0 && timeline.unread(unread),
    mentions > 0 && timeline.mentions(mentions),
    invitation_id && timeline.isNew,
    is_favourite && timeline.isFavourite,
    is_muted && timeline.isMuted,
  ]
    .filter(Boolean)
    .map((each) => `, ${each}`)
    .join('');
}
