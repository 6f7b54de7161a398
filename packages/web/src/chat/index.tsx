import { useSignal } from '@preact/signals';
import type { Message } from '@ringbinder/protocol';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { takeFirstStep } from '../binder/first-step.ts';
import { postedMessage } from '../binder/posted-message.ts';
import { useConnectionLoss } from '../binder/use-connection-loss.ts';
import { closeOnBack } from '../design/close-on-back.ts';
import { savesData } from '../design/data-saving.ts';
import { isNarrow } from '../design/narrow.ts';
import { Empty, lazy, Skeleton } from '../design/states.tsx';
import { isTouch } from '../design/touch.ts';
import { chat as text } from '../strings/messages/chat.ts';
import { namesOf } from '../strings/names.ts';
import { type ChatState, type OpenExtraRows, openChat } from './chat-state.ts';
import { Composer } from './composer.tsx';
import { ChatContext, useChat } from './context.ts';
import { loadPicker } from './emoji/lazy-picker.ts';
import { ChatGlyph } from './glyphs.tsx';
import { focusComposer } from './keys.ts';
import { loadActionBar } from './lazy-action-bar.ts';
import { loadEditor } from './lazy-editor.ts';
import { loadPreview } from './lazy-preview.ts';
import { MessageList } from './list.tsx';
import { loadMentions } from './mention-source.tsx';
import { loadPendingFile } from './pending.tsx';
import { authorOf, summaryOf } from './summary.ts';
import { loadSending } from './uploads.ts';

export { uploadsOf } from './uploads.ts';

const loadSearch = () => import('./search.tsx').then((module) => module.SearchPanel);
const SearchPanel = lazy(loadSearch, 'quiet');
const PinnedPanel = lazy(() => import('./pinned.tsx').then((module) => module.PinnedPanel), 'quiet');
const ThreadPanel = lazy(() => import('./thread/panel.tsx').then((module) => module.ThreadPanel), 'quiet');
const LOAD_LATER_MS = 1_000;

interface ChatProps {
  binder: BinderContext;
  openExtraRows?: OpenExtraRows;
  takesFocus?: boolean;
}

export function Chat({ binder, openExtraRows, takesFocus }: ChatProps) {
  const [chat, setChat] = useState<ChatState>();
  useEffect(() => {
    const opened = openChat(binder, openExtraRows);
    setChat(opened);
    return () => opened.close();
  }, [binder]);
  if (binder.status.value.status === 'ended') return <Empty title={text.ended} />;
  if (!chat?.isReady.value) return <Skeleton rows={8} />;
  return (
    <ChatContext.Provider value={chat}>
      <OpenChat takesFocus={takesFocus} />
    </ChatContext.Provider>
  );
}

type Panel = 'search' | 'pinned';

function OpenChat({ takesFocus }: { takesFocus: boolean | undefined }) {
  const chat = useChat();
  const { binder } = chat;
  const panel = useSignal<Panel | undefined>(undefined);
  const isDropping = useSignal(false);
  const canWrite = binder.canWrite.value;
  const close = () => {
    panel.value = undefined;
    focusComposer(chat);
  };
  const toggle = (one: Panel) => {
    if (chat.thread) chat.thread.value = undefined;
    panel.value = panel.value === one ? undefined : one;
  };
  useEffect(() => {
    if ((takesFocus || takeFirstStep(binder, 'chat')) && !isTouch) focusComposer(chat);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      // If the chat's search is already open, let the browser open its own search.
      const isFind = (event.ctrlKey || event.metaKey) && event.key === 'f';
      if (isFind && panel.value !== 'search') {
        event.preventDefault();
        toggle('search');
      } else if (isTyping(event)) focusComposer(chat);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [
        loadActionBar,
        loadSearch,
        loadPreview,
        loadPicker,
        loadMentions,
        loadSending,
        loadPendingFile,
      ])
        void load().catch(() => undefined);
      if (!savesData()) void loadEditor();
    }, LOAD_LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  const thread = chat.thread?.value;
  const isCovered = isNarrow.value && (panel.value !== undefined || thread !== undefined);
  useLayoutEffect(() => {
    chat.cover(isCovered);
    if (!isCovered) return undefined;
    return closeOnBack(() => {
      panel.value = undefined;
      if (chat.thread) chat.thread.value = undefined;
    });
  }, [isCovered]);
  useEffect(() => {
    const { body } = document;
    body.classList.add('has-composer');
    return () => body.classList.remove('has-composer');
  }, []);
  const pinned = binder.state.value?.pinnedMessages.length ?? 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a drop target; a button also attaches files
    <div
      class="chat"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) focusComposer(chat);
      }}
      onDragOver={(event) => {
        if (!canWrite || !event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        isDropping.value = true;
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) isDropping.value = false;
      }}
      onDropCapture={() => {
        isDropping.value = false;
      }}
      onDrop={(event) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (!canWrite || files.length === 0) return;
        event.preventDefault();
        chat.staged.add(files);
        focusComposer(chat);
      }}
    >
      <div class="chat-tools">
        {pinned > 0 && (
          <button
            type="button"
            class="button compact quiet"
            aria-expanded={panel.value === 'pinned'}
            onClick={() => toggle('pinned')}
          >
            <ChatGlyph name="pin" />
            {text.pinned.open(pinned)}
          </button>
        )}
        <button
          type="button"
          class="tool"
          aria-label={text.search.open}
          title={text.search.open}
          aria-expanded={panel.value === 'search'}
          onClick={() => toggle('search')}
        >
          <ChatGlyph name="search" />
        </button>
      </div>
      <div class="chat-main">
        <MessageList />
        <footer class="chat-foot">
          <StatusLine />
          {canWrite ? <Composer /> : <p class="chat-read-only">{text.readOnly}</p>}
        </footer>
      </div>
      {thread ? (
        <ThreadPanel key={`${thread.id} ${thread.replyId}`} {...thread} />
      ) : (
        <>
          {panel.value === 'search' && <SearchPanel close={close} />}
          {panel.value === 'pinned' && <PinnedPanel close={close} />}
        </>
      )}
      {isDropping.value && <div class="drop-here">{text.composer.dropHere}</div>}
      <Announcer />
    </div>
  );
}

const announcementOf = (name: string, words: string) => (name === '' ? words : text.announce(name, words));

function StatusLine() {
  const { binder, typing } = useChat();
  const isLost = useConnectionLoss(binder.connection) !== undefined;
  const writers = typing.names.value;
  return (
    <p class={`status-line ${isLost ? 'offline' : ''}`}>
      {!binder.reportsConnection && <span role="status">{isLost && text.offline}</span>}
      {!isLost && writers.length > 0 && text.typing(writers.length, namesOf(writers))}
    </p>
  );
}

function isTyping({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isNowhere = target === document.body || (target instanceof HTMLElement && target.id === 'title');
  return isNowhere && key.length === 1 && key !== ' ' && key !== '?' && !ctrlKey && !metaKey && !altKey;
}

const MAX_ANNOUNCED = 5;

/** Draws an element per message, so that screen readers announce repeated texts. */
function Announcer() {
  const { binder } = useChat();
  const announced = useSignal<readonly Message[]>([]);
  useEffect(
    () =>
      binder.replica.onChange((change) => {
        if (change.type !== 'entries') return;
        const posted = change.entries.flatMap((entry) =>
          entry.actor.id === binder.me.id ? [] : (postedMessage(entry) ?? []),
        );
        if (posted.length > 0) announced.value = [...announced.peek(), ...posted].slice(-MAX_ANNOUNCED);
      }),
    [binder],
  );
  return (
    <div class="hidden-visually" role="log" aria-live="polite" aria-label={text.label}>
      {announced.value.map((message) => (
        <p key={message.id}>{announcementOf(authorOf(message), summaryOf(message))}</p>
      ))}
    </div>
  );
}
