import { useSignal } from '@preact/signals';
import type { Message } from '@ringbinder/protocol';
import { useRef } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { hasSharedDraft } from '../binder/draft.ts';
import { memberOf } from '../binder/people.ts';
import { PersonName } from '../binder/person-name.tsx';
import { Avatar } from '../design/avatar.tsx';
import { formatHour, formatTime } from '../design/format.ts';
import { Glyph, type GlyphName } from '../design/glyph.tsx';
import { lazy } from '../design/states.tsx';
import { isTouch } from '../design/touch.ts';
import { chat as text } from '../strings/messages/chat.ts';
import { systemWords } from '../strings/system-words.ts';
import type { MessagePart } from './actions.ts';
import { Attachments } from './attachments.tsx';
import { Content } from './content.tsx';
import { useChat } from './context.ts';
import { ChatGlyph } from './glyphs.tsx';
import { ActionBar, loadActionBar } from './lazy-action-bar.ts';
import type { MenuPlace } from './popover.tsx';
import { Quote } from './quote.tsx';
import { Reactions } from './reactions.tsx';
import type { Row } from './rows.ts';
import { authorOf, summaryOf } from './summary.ts';

interface MessageRowProps {
  /**
   * Must be a new object on each render. If all props are equal, Preact 11.2 skips the component and leaks
   * all rendered rows.
   */
  row: Extract<Row, { type: 'message' }>;
  isStop: boolean;
}

const CallBack = lazy(() => import('./call-back.tsx').then((module) => module.CallBack), 'quiet');
const BotButtons = lazy(() => import('./bot-buttons.tsx').then((module) => module.BotButtons), 'quiet');
const Forwarded = lazy(() => import('./forwarded.tsx').then((module) => module.Forwarded), 'quiet');
const LinkPreview = lazy(() => import('./link-preview.tsx').then((module) => module.LinkPreview), 'quiet');
const ThreadLine = lazy(() => import('./thread/line.tsx').then((module) => module.ThreadLine), 'quiet');
const LONG_PRESS_MS = 500;

const labelOf = (name: string, time: string, words: string) =>
  name === '' ? text.ownLabel(time, words) : text.messageLabel(name, time, words);

export function MessageRow({ row: { message, startsGroup }, isStop }: MessageRowProps) {
  const chat = useChat();
  const row = useRef<HTMLLIElement>(null);
  const { binder } = chat;
  const isActive = useSignal(false);
  const menuAt = useSignal<MenuPlace | undefined>(undefined);
  const part = useSignal<MessagePart | undefined>(undefined);
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTouched = useRef(false);
  const hasClosedMenu = useRef(false);
  const isHighlighted = chat.highlighted.value === message.id;
  const time = formatHour(message.created_time);
  const activate = () => {
    isActive.value = true;
  };
  const openMenu = (x: number, y: number) => {
    activate();
    if (!row.current?.contains(document.activeElement)) row.current?.focus({ preventScroll: true });
    menuAt.value = { x, y, isHeld: press.current !== undefined };
  };
  const endPress = () => {
    clearTimeout(press.current);
    press.current = undefined;
  };
  return (
    <li
      ref={row}
      class={`message ${startsGroup ? 'first' : ''} ${message.is_feed ? 'system' : ''} ${isHighlighted ? 'highlighted' : ''} ${message.mentions?.includes(binder.me.id) ? 'for-me' : ''}`}
      data-id={message.id}
      tabIndex={isStop ? 0 : -1}
      aria-label={labelOf(authorOf(message), time, summaryOf(message))}
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch') activate();
      }}
      onPointerLeave={(event) => {
        endPress();
        if (!menuAt.value && !event.currentTarget.contains(document.activeElement)) isActive.value = false;
      }}
      onFocusIn={({ target, currentTarget }) => {
        // The bar must not appear under a finger that taps a part of the message. A closed menu returns the
        // focus to the row, and a deleted message passes it to its neighbour.
        if (hasClosedMenu.current) return;
        const isByKey = !isTouch || (target as Element).matches(':focus-visible');
        if (isTouched.current ? target === currentTarget : isByKey) activate();
      }}
      onFocusOut={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null) && !menuAt.value)
          isActive.value = false;
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return;
        if (event.key === 'm' || event.key === 'ContextMenu') {
          const { left, top } = event.currentTarget.getBoundingClientRect();
          event.preventDefault();
          openMenu(left + 64, top + 24);
        } else void loadActionBar().then(({ runKey }) => runKey(chat, message, event));
      }}
      onopen-part={({ detail }: CustomEvent<MessagePart>) => {
        activate();
        menuAt.value = undefined;
        part.value = detail;
      }}
      onContextMenu={(event) => {
        const isNative = event.target instanceof Element && event.target.closest('a, img, audio');
        if (isNative && !isTouched.current) return;
        if (String(getSelection()) !== '') return;
        event.preventDefault();
        openMenu(event.clientX, event.clientY);
      }}
      onPointerDown={(event) => {
        isTouched.current = event.pointerType === 'touch';
        hasClosedMenu.current = false;
        if (!isTouched.current) return;
        const { clientX, clientY } = event;
        endPress();
        press.current = setTimeout(() => openMenu(clientX, clientY), LONG_PRESS_MS);
      }}
      onClick={({ currentTarget }) => {
        if (isTouched.current && !hasClosedMenu.current && document.activeElement === currentTarget)
          activate();
      }}
      onPointerUp={endPress}
      onPointerCancel={endPress}
      onPointerMove={(event) => {
        if (event.pointerType !== 'touch') activate();
        else if (Math.abs(event.movementY) > 2) endPress();
      }}
    >
      <Gutter message={message} startsGroup={startsGroup} time={time} />
      <div class="message-body">
        {(startsGroup || message.is_feed) && <MessageHead message={message} time={time} />}
        {message.pinned && (
          <p class="pinned-mark">
            <ChatGlyph name="pin" />
            {message.pinned.user.id === binder.me.id
              ? text.pinned.byYou
              : text.pinned.by(message.pinned.user.name)}
          </p>
        )}
        {binder.messageMark?.(message)}
        <Quote message={message} />
        {message.forwarded && <Forwarded {...message.forwarded} />}
        {message.is_feed ? (
          message.reply_to?.meet && <CallBack message={message} />
        ) : (
          <Content message={message} />
        )}
        <Edited message={message} />
        {message.preview && <LinkPreview message={message} preview={message.preview} />}
        <Attachments message={message} />
        {message.buttons && <BotButtons message={message} />}
        <Reactions message={message} />
        {chat.thread && (message.replies || hasSharedDraft(binder.me.id, `${binder.id}/${message.id}`)) && (
          <ThreadLine message={message} />
        )}
      </div>
      {isActive.value && (
        <ActionBar
          message={message}
          menuAt={menuAt.value}
          part={part.value}
          openMenu={openMenu}
          close={() => {
            menuAt.value = undefined;
            part.value = undefined;
            // After a touch, the bar would remain over other messages.
            hasClosedMenu.current = isTouched.current;
            if (isTouched.current) isActive.value = false;
          }}
        />
      )}
    </li>
  );
}

interface PartProps {
  message: Message;
  time: string;
}

function Gutter({ message, startsGroup, time }: PartProps & { startsGroup: boolean }) {
  const { user } = message;
  return (
    <div class="gutter">
      {message.is_feed ? (
        <Glyph name={glyphOf(message)} />
      ) : startsGroup ? (
        <Avatar id={user.id} name={user.name} />
      ) : (
        <time class="quiet-time" dateTime={new Date(message.created_time).toISOString()}>
          {time}
        </time>
      )}
    </div>
  );
}

function MessageHead({ message, time }: PartProps) {
  const { binder } = useChat();
  const { user } = message;
  // The caller has not missed the call, and its decliner knows the name.
  const isOwnCall = user.id === binder.me.id && message.reply_to?.meet;
  return (
    <p class="message-head">
      {message.is_feed ? (
        <>
          <bdi>
            {systemWords(message.text, isOwnCall ? undefined : message, requestTitle(binder, message))}
          </bdi>
          {message.reply_to?.page && <bdi>{user.name}</bdi>}
        </>
      ) : (
        <PersonName binder={binder} user={user} tabIndex={-1} />
      )}
      {binder.markOf?.(user.id)}
      {memberOf(binder.state.value, user.id)?.user.is_bot && <span class="badge">{text.composer.bot}</span>}
      <a class="message-time" href={binder.links.message(message.id)} tabIndex={-1}>
        <time
          dateTime={new Date(message.created_time).toISOString()}
          title={formatTime(message.created_time)}
        >
          {time}
        </time>
      </a>
    </p>
  );
}

/** The line below the message shows this title. */
const requestTitle = ({ state }: BinderContext, { reply_to }: Message) =>
  state.value?.transactions.find(({ id }) => id === reply_to?.transaction?.id)?.title;

function glyphOf({ reply_to }: Message): GlyphName {
  if (reply_to?.transaction) return 'confirm';
  if (reply_to?.todo) return 'todo';
  if (reply_to?.page) return 'document';
  return reply_to?.meet ? 'video' : 'person';
}

function Edited({ message }: { message: Message }) {
  if (message.updated_time === message.created_time) return null;
  return (
    <span class="edited" title={formatTime(message.updated_time)}>
      ({text.edited})
    </span>
  );
}
