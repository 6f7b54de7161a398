import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { currentTitle } from '../../binder/binder-title.ts';
import { Glyph } from '../../design/glyph.tsx';
import { Failed, Skeleton } from '../../design/states.tsx';
import { isTouch } from '../../design/touch.ts';
import { chat as chatText } from '../../strings/messages/chat.ts';
import { chatTools as text } from '../../strings/messages/chat-tools.ts';

import type { ChatState, OpenThread } from '../chat-state.ts';
import { Composer } from '../composer.tsx';
import { ChatContext, useChat } from '../context.ts';
import { dayKey } from '../days.ts';
import { focusComposer, useRowKeys } from '../keys.ts';
import { RowOf } from '../list.tsx';
import { attempt } from '../message-call.ts';
import { Pending, pendingOf } from '../pending.tsx';
import { rowsOf } from '../rows.ts';
import { openThread, type ThreadState } from './thread-state.ts';

export function ThreadPanel({ id, replyId }: OpenThread) {
  const chat = useChat();
  const thread = useMemo(
    () => openThread(chat, { id, ...(replyId !== undefined && { replyId }) }),
    [chat, id, replyId],
  );
  const panel = useRef<HTMLElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => () => thread.close(), [thread]);
  useEffect(() => {
    if (isTouch || !chat.binder.canWrite.peek()) panel.current?.focus();
    else focusComposer(thread);
  }, [thread]);
  const close = () => {
    if (chat.thread) chat.thread.value = undefined;
    focusMessage(chat, id);
  };
  return (
    <ChatContext.Provider value={thread}>
      <section
        class="chat-panel chat-thread"
        aria-label={text.threads.title}
        tabIndex={-1}
        ref={panel}
        onKeyDownCapture={() => {
          wasEditing.current = thread.editing.peek() !== undefined;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return;
          event.preventDefault();
          if (!wasEditing.current) close();
        }}
        onDrop={(event) => {
          const files = [...(event.dataTransfer?.files ?? [])];
          if (files.length === 0 || !chat.binder.canWrite.peek()) return;
          event.preventDefault();
          event.stopPropagation();
          thread.staged.add(files);
          focusComposer(thread);
        }}
      >
        <div class="chat-panel-head">
          <h2>{text.threads.title}</h2>
          <FollowButton thread={thread} />
          <button
            type="button"
            class="tool"
            aria-label={text.threads.close}
            title={text.threads.close}
            onClick={close}
          >
            <Glyph name="close" />
          </button>
        </div>
        <Replies thread={thread} />
        {chat.binder.canWrite.value && (
          <footer class="chat-foot">
            <Composer />
            <label class="thread-also">
              <input
                type="checkbox"
                checked={thread.alsoSend.value}
                onChange={(event) => {
                  thread.alsoSend.value = event.currentTarget.checked;
                }}
              />
              <span>{text.threads.alsoSend(currentTitle(chat.binder))}</span>
            </label>
          </footer>
        )}
      </section>
    </ChatContext.Provider>
  );
}

function focusMessage({ scope }: ChatState, id: number): void {
  const row = document.querySelector<HTMLElement>(`${scope} li[data-id="${id}"]`);
  if (row) row.focus();
  else focusComposer({ scope });
}

function FollowButton({ thread }: { thread: ThreadState }) {
  const isFollowing = thread.replies.isFollowing.value;
  if (thread.replies.status.value !== 'ready') return null;
  return (
    <button
      type="button"
      class="button compact quiet"
      title={`${text.threads.followAbout} · ${text.threads.followers(thread.replies.followers.value.length)}`}
      onClick={() => attempt(thread.replies.follow(!isFollowing))}
    >
      {isFollowing ? text.threads.unfollow : text.threads.follow}
    </button>
  );
}

const END_PX = 40;
const isScrolledToEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight <= END_PX;

function Replies({ thread }: { thread: ThreadState }) {
  const body = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const keys = useRowKeys(list);
  const status = thread.replies.status.value;
  const items = thread.items.value;
  const place = thread.place.value;
  const { items: messages, files } = pendingOf(thread);
  const pending = messages.length + files.length;
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    const element = body.current;
    if (!element || status !== 'ready') return;
    const row = place.at === 'message' && element.querySelector<HTMLElement>(`li[data-id="${place.id}"]`);
    if (row) element.scrollTop = row.offsetTop - element.offsetTop - element.clientHeight / 2;
    else element.scrollTop = element.scrollHeight;
    isAtEnd.current = isScrolledToEnd(element);
  }, [status, place]);
  useLayoutEffect(() => {
    if (body.current && isAtEnd.current) body.current.scrollTop = body.current.scrollHeight;
  }, [items.length, pending]);
  if (status === 'loading') return <Skeleton rows={4} />;
  if (status !== 'ready') return <Failed message={status.problem} retry={() => void thread.replies.load()} />;
  const root = thread.replies.root.value;
  const replies = rowsOf(items, { previous: items[0], dayKey });
  const rows = [
    ...(root ? rowsOf([{ type: 'message', id: root.id, message: root }], { dayKey }).slice(1) : []),
    ...replies,
  ];
  const [first, ...others] = rows;
  return (
    <div
      class="thread-body"
      ref={body}
      onScroll={({ currentTarget }) => {
        isAtEnd.current = isScrolledToEnd(currentTarget);
      }}
    >
      {!root && <p class="muted small">{chatText.gone}</p>}
      <ol class="messages" aria-label={text.threads.title} ref={list} {...keys.list}>
        {root && first && <RowOf key={first.key} row={first} isStop={keys.isStop(first, rows)} />}
        <li class="day-line">
          <span>{text.threads.count(items.length)}</span>
        </li>
        {(root ? others : rows).map((row) => (
          <RowOf key={row.key} row={row} isStop={keys.isStop(row, rows)} />
        ))}
      </ol>
      {pending > 0 && <Pending />}
    </div>
  );
}
