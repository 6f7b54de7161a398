import { useComputed } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { currentTitle } from '../binder/binder-title.ts';
import { Avatar } from '../design/avatar.tsx';
import { formatHour } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { useNow } from '../design/time.tsx';
import { chat as text } from '../strings/messages/chat.ts';

import { FilePages } from './attachments.tsx';
import { useChat } from './context.ts';
import { dayKey, nameDay } from './days.ts';
import { useRowKeys } from './keys.ts';
import { TransactionCard } from './lazy-card.ts';
import { MessageRow } from './message.tsx';
import { Pending } from './pending.tsx';
import { type Row, rowsOf } from './rows.ts';
import { createScroller, type Scroller } from './scroller.ts';

export function MessageList() {
  const chat = useChat();
  const scroller = useMemo(() => createScroller(chat), [chat]);
  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const keys = useRowKeys(viewport);
  useLayoutEffect(() => {
    if (!viewport.current || !content.current) return;
    return scroller.attach(viewport.current, content.current);
  }, [scroller]);
  const { items, slice } = scroller.drawn.value;
  const itemRows = rowsOf(items.slice(slice.start, slice.end), {
    previous: items[slice.start - 1],
    dayKey,
    unreadId: chat.unreadId.value,
  });
  const hasPending = useComputed(
    () => chat.binder.pending.value.length > 0 || chat.uploads.all.value.length > 0,
  );
  useLayoutEffect(() => scroller.restore());
  const isBeginning = slice.start === 0 && !chat.hasOlder.value;
  const isEnd = slice.end === items.length && !chat.hasNewer.value;
  const rows = chat.extraRows?.among(itemRows, isEnd) ?? itemRows;
  const isEmpty = items.length === 0 && isBeginning && !hasPending.value;
  return (
    <div class="chat-viewport" ref={viewport}>
      <div class="chat-content" ref={content}>
        {isEmpty && <EmptyChat />}
        {isBeginning && !isEmpty && <p class="chat-beginning">{text.beginning(currentTitle(chat.binder))}</p>}
        {!isBeginning && <Older scroller={scroller} />}
        <ol class="messages" aria-label={text.label} {...keys.list}>
          {rows.map((row) => (
            <RowOf key={row.key} row={row} isStop={keys.isStop(row, rows)} />
          ))}
        </ol>
        {isEnd && <Pending />}
      </div>
      <Jump scroller={scroller} />
    </div>
  );
}

export function RowOf({ row, isStop }: { row: Row; isStop: boolean }) {
  const { binder } = useChat();
  switch (row.type) {
    case 'day':
      return <Day at={row.at} />;
    case 'unread':
      return (
        <li class="unread-line">
          <span>{text.unread}</span>
        </li>
      );
    case 'line':
      return row.content;
    case 'transaction':
      return (
        <li class="chat-card" data-id={row.id} tabIndex={isStop ? 0 : -1}>
          <TransactionCard binder={binder} transaction={row.transaction} />
        </li>
      );
    case 'file':
      return <AddedFile row={row} isStop={isStop} />;
    case 'message':
      return <MessageRow row={row} isStop={isStop} />;
    default:
      return row satisfies never;
  }
}

interface AddedFileProps {
  row: Extract<Row, { type: 'file' }>;
  isStop: boolean;
}

function AddedFile({ row: { file, id, startsGroup }, isStop }: AddedFileProps) {
  const { user } = file;
  const time = formatHour(file.created_time);
  const dateTime = new Date(file.created_time).toISOString();
  return (
    <li
      class={`message ${startsGroup ? 'first' : ''}`}
      data-id={id}
      tabIndex={isStop ? 0 : -1}
      aria-label={text.messageLabel(user.name, time, text.added(file.name))}
    >
      <div class="gutter">
        {startsGroup ? (
          <Avatar id={user.id} name={user.name} />
        ) : (
          <time class="quiet-time" dateTime={dateTime}>
            {time}
          </time>
        )}
      </div>
      <div class="message-body">
        {startsGroup && (
          <p class="message-head">
            <strong dir="auto">{user.name}</strong>
            <span class="muted small">{text.addedFile}</span>
            <time class="message-time" dateTime={dateTime}>
              {time}
            </time>
          </p>
        )}
        <FilePages file={file} />
      </div>
    </li>
  );
}

function Day({ at }: { at: number }) {
  const now = useNow();
  return (
    <li class="day-line">
      <time dateTime={new Date(at).toISOString()}>{nameDay(at, now)}</time>
    </li>
  );
}

function Older({ scroller }: { scroller: Scroller }) {
  if (!scroller.hasFailed.value)
    return (
      <p class="chat-older">
        <span class="spinner" aria-hidden="true" />
        <span class="hidden-visually">{text.older}</span>
      </p>
    );
  return (
    <p class="chat-older">
      {text.failedOlder}
      <button type="button" class="button compact quiet" onClick={scroller.readOlder}>
        {text.retry}
      </button>
    </p>
  );
}

function Jump({ scroller }: { scroller: Scroller }) {
  const chat = useChat();
  if (scroller.isAtEnd.value || chat.items.value.length === 0) return null;
  const count = chat.missed.value;
  return (
    <button type="button" class={`jump ${count > 0 ? 'has-new' : ''}`} onClick={() => chat.showNewest()}>
      <Glyph name="down" />
      {text.jump(count)}
    </button>
  );
}

const tips = () => [
  ['@', text.tips.mention],
  ['↵', text.tips.send],
  [text.tips.drop, text.tips.share],
  ['?', text.tips.shortcuts],
];

function EmptyChat() {
  const { binder } = useChat();
  const canWrite = binder.canWrite.value;
  const instead = canWrite && binder.emptyChat?.();
  if (instead) return <>{instead}</>;
  return (
    <div class="empty chat-empty">
      <Glyph name="comment" />
      <h2>{canWrite ? text.empty : text.emptyReadOnly}</h2>
      <p>{text.emptyHint}</p>
      {canWrite && (
        <dl class="tips">
          {tips().map(([key, about]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
