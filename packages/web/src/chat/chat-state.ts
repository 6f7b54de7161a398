import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { MessageToSend, MessageWindow } from '@ringbinder/client';
import type { Message } from '@ringbinder/protocol';
import { currentTitle } from '../binder/binder-title.ts';
import type { BinderContext } from '../binder/context.ts';
import { draftOf, messageDraftOf } from '../binder/draft.ts';
import { whenever } from '../binder/optimistic.ts';
import { toast, toastError } from '../design/toast.tsx';
import { chat as text } from '../strings/messages/chat.ts';
import { sourceOfMessage } from './bbcode.ts';
import type { FieldText } from './field.ts';
import { createReadMarks, type ReadMarks } from './read-marks.ts';
import { countPosted, firstUnread, type Item, itemsOf, type Row } from './rows.ts';
import { type Staged, stagedOf } from './staged.ts';
import { createTyping, type Typing } from './typing.ts';
import { type Uploads, uploadsOf } from './uploads.ts';

/** `part` is the distance from the viewport's top, as a fraction of the viewport's height. */
export type ChatPosition = { at: 'end' } | { at: 'message'; id: number; part: number };

export interface OpenThread {
  id: number;
  replyId?: number;
}

/** Adds rows that are not items, such as changes of members. */
export interface ExtraRows {
  among(rows: readonly Row[], isEnd: boolean): readonly Row[];
  close(): void;
}

export type OpenExtraRows = (binder: BinderContext, window: MessageWindow) => ExtraRows;

export interface ChatState {
  readonly binder: BinderContext;
  readonly scope: string;
  readonly window: MessageWindow;
  readonly items: ReadonlySignal<readonly Item[]>;
  readonly hasOlder: ReadonlySignal<boolean>;
  readonly hasNewer: ReadonlySignal<boolean>;
  readonly isReady: ReadonlySignal<boolean>;
  readonly unreadId: ReadonlySignal<number | undefined>;
  /** Each request to scroll sets a new object, even for the same position. */
  readonly place: ReadonlySignal<ChatPosition>;
  readonly highlighted: ReadonlySignal<number | undefined>;
  readonly missed: ReadonlySignal<number>;
  readonly replyTo: ReadonlySignal<Message | undefined>;
  readonly editing: ReadonlySignal<Message | undefined>;
  /** Undefined if this chat is itself a thread. */
  readonly thread: Signal<OpenThread | undefined> | undefined;
  readonly draft: FieldText;
  readonly placeholder: ReadonlySignal<string>;
  readonly marks: ReadMarks;
  readonly typing: Typing;
  readonly staged: Staged;
  readonly uploads: Uploads;
  readonly extraRows?: ExtraRows | undefined;
  show(messageId: number): Promise<void>;
  showNewest(): void;
  /** While the window has the focus, marks messages up to `lastId` as read, or all messages if `isEnd`. */
  see(lastId: number | undefined, isEnd: boolean): void;
  cover(isCovered: boolean): void;
  markUnread(message: Message): Promise<void>;
  reply(message: Message | undefined): void;
  replyFields(): Pick<MessageToSend, 'reply_to' | 'thread_only'>;
  isHere(body: MessageToSend): boolean;
  edit(message: Message | undefined): void;
  close(): void;
}

const FLASH_MS = 2_500;
const NOTHING = { transactions: [], files: [], pages: [] };

export function openChat(binder: BinderContext, openExtraRows?: OpenExtraRows): ChatState {
  const { replica, state, me, target } = binder;
  const window = replica.messageWindow();
  const [stateInWindow, stopWindow] = followWindow(window);
  const isReady = signal(false);
  const unreadId = signal<number | undefined>(undefined);
  const place = signal<ChatPosition>({ at: 'end' });
  const missed = signal(0);
  const highlight = createHighlight();
  const thread = signal<OpenThread | undefined>(undefined);
  const marks = createReadMarks(binder);
  const typing = createTyping(binder);
  const uploads = uploadsOf(binder);
  const extraRows = openExtraRows?.(binder, window);
  const reading = followReading(binder, { window, marks, missed });
  let isClosed = false;

  async function show(id: number): Promise<void> {
    try {
      const isThere = await window.moveTo(id);
      if (isClosed) return;
      const { thread_id } = window.messages.find((each) => each.id === id && each.thread_only) ?? {};
      if (thread_id !== undefined) {
        thread.value = { id: thread_id, replyId: id };
        return show(thread_id);
      }
      if (!isThere && !state.peek()?.transactions.some((each) => each.id === id)) toast(text.goneHere);
      batch(() => {
        place.value = { at: 'message', id, part: 0.3 };
        highlight.show(id);
      });
    } catch {
      toastError(text.failedOlder);
    }
  }

  async function showTarget(id: number, replyId: number | undefined): Promise<void> {
    await show(id);
    if (replyId !== undefined) thread.value = { id, replyId };
  }

  async function begin(): Promise<void> {
    const loading = marks.load().catch(() => undefined);
    await settled(binder);
    const read = await loading;
    if (isClosed) return;
    const { id, comment } = target.peek();
    if (id !== undefined) await showTarget(id, comment);
    else if (read) {
      const unread = await findUnread(window, read.get(me.id)?.message_id ?? 0, me.id);
      if (unread !== undefined) {
        unreadId.value = unread;
        place.value = { at: 'message', id: unread, part: 0.2 };
      } else if (window.hasNewer) window.moveToNewest();
    }
    isReady.value = true;
  }
  void begin();

  const stops = [
    stopWindow,
    uploads.follow(replica),
    replica.onChange((change) => {
      if (change.type === 'entries' && !reading.isAtEnd()) missed.value += countPosted(change.entries, me.id);
    }),
    loadMarksWhenOnline(binder, marks, isReady),
    reading.stop,
    followTarget(binder, showTarget),
    highlight.close,
    marks.close,
    typing.close,
    window.close,
  ];

  return {
    binder,
    window,
    isReady,
    unreadId,
    place,
    highlighted: highlight.id,
    missed,
    thread,
    scope: '.chat-main',
    placeholder: computed(() => text.composer.placeholder(currentTitle(binder))),
    isHere: ({ thread_only }) => !thread_only,
    marks,
    typing,
    staged: stagedOf(binder, binder.id),
    uploads,
    extraRows,
    ...createDraft(me.id, binder.id, messageDraftOf(me.id, binder.id)),
    items: computed(() => itemsOf(stateInWindow.value, state.value ?? NOTHING)),
    hasOlder: computed(() => stateInWindow.value.hasOlder),
    hasNewer: computed(() => stateInWindow.value.hasNewer),
    show,
    showNewest() {
      batch(() => {
        if (window.hasNewer) window.moveToNewest();
        missed.value = 0;
        place.value = { at: 'end' };
      });
    },
    see: reading.see,
    cover: reading.cover,
    async markUnread({ id }) {
      await marks.markUnread(id);
      unreadId.value = id;
    },
    close() {
      isClosed = true;
      binder.setNewestInView?.(false);
      for (const stop of stops) stop();
      extraRows?.close();
    },
  };
}

function followReading(
  { setNewestInView }: BinderContext,
  { window, marks, missed }: { window: MessageWindow; marks: ReadMarks; missed: Signal<number> },
) {
  let inView: { lastId: number | undefined; isEnd: boolean } = { lastId: undefined, isEnd: false };
  let isCovered = false;
  let isAtEnd = false;
  function update(): void {
    isAtEnd = inView.isEnd && !isCovered;
    setNewestInView?.(isAtEnd && !marks.isHeld.peek());
    if (isAtEnd && missed.peek() > 0) missed.value = 0;
    // At the end, this includes newer replies that appear only in threads.
    const id = isAtEnd ? window.messages.at(-1)?.id : inView.lastId;
    const isVisible = !isCovered && document.visibilityState === 'visible' && document.hasFocus();
    if (id !== undefined && isVisible) marks.see(id);
  }
  return {
    isAtEnd: () => isAtEnd,
    stop: marks.isHeld.subscribe(update),
    see(lastId: number | undefined, isEnd: boolean) {
      if (isEnd && !inView.isEnd) marks.release();
      inView = { lastId, isEnd };
      update();
    },
    cover(isNowCovered: boolean) {
      isCovered = isNowCovered;
      update();
    },
  };
}

function followWindow(window: MessageWindow) {
  const read = () => ({
    messages: window.messages,
    hasOlder: window.hasOlder,
    hasNewer: window.hasNewer,
  });
  const stateInWindow = signal(read());
  const stop = window.onChange(() => {
    stateInWindow.value = read();
  });
  return [stateInWindow, stop] as const;
}

export function createHighlight() {
  const id = signal<number | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = () => clearTimeout(timer);
  return {
    id,
    close,
    show(shown: number) {
      close();
      id.value = shown;
      timer = setTimeout(() => {
        id.value = undefined;
      }, FLASH_MS);
    },
  };
}

interface Reference {
  replyTo?: Message;
  editing?: Message;
}

/** @param message the unfinished message, which an edit of another one does not change */
export function createDraft(
  userId: string,
  place: string,
  message: FieldText,
): Pick<ChatState, 'draft' | 'replyTo' | 'editing' | 'reply' | 'edit' | 'replyFields'> {
  const edited = draftOf(userId, `${place}:edited`);
  const stored = draftOf(userId, `${place}:reference`);
  const reference = computed<Reference>(() => JSON.parse(stored.value || '{}'));
  const refer = (to: Reference | undefined) =>
    batch(() => {
      edited.value = to?.editing ? sourceOfMessage(to.editing) : '';
      stored.value = to ? JSON.stringify(to) : '';
    });
  const replyTo = computed(() => reference.value.replyTo);
  const editing = computed(() => reference.value.editing);
  const field = computed(() => (editing.value ? edited : message));
  return {
    draft: {
      get value() {
        return field.value.value;
      },
      set value(text) {
        field.peek().value = text;
      },
      peek: () => field.peek().peek(),
    },
    replyTo,
    editing,
    reply: (to) => refer(to && { replyTo: to }),
    edit: (to) => refer(to && { editing: to }),
    replyFields: () => (replyTo.value ? { reply_to: { binder: { comment_id: replyTo.value.id } } } : {}),
  };
}

async function findUnread(
  window: MessageWindow,
  readId: number,
  userId: string,
): Promise<number | undefined> {
  const isBefore = window.hasOlder && (window.messages[0]?.id ?? Infinity) > readId;
  if (isBefore) await window.moveTo(readId).catch(() => false);
  return firstUnread(window.messages, readId, userId);
}

function settled({ status, state, connection }: BinderContext): Promise<void> {
  return new Promise((resolve) => {
    const isSettled = computed(
      () =>
        status.value.status === 'live' ||
        (state.value !== undefined && connection.value.status === 'offline'),
    );
    whenever(isSettled, (value) => value, resolve);
  });
}

function loadMarksWhenOnline(
  { connection }: BinderContext,
  marks: ReadMarks,
  isReady: ReadonlySignal<boolean>,
): () => void {
  return effect(() => {
    if (connection.value.status !== 'online' || !isReady.value || marks.all.peek()) return;
    void marks.load().catch(() => undefined);
  });
}

function followTarget(
  { target }: BinderContext,
  show: (id: number, replyId: number | undefined) => Promise<void>,
): () => void {
  let opened = target.peek();
  return target.subscribe((next) => {
    const { section, id, comment } = next;
    if (section !== 'chat' || (id === opened.id && comment === opened.comment)) return;
    opened = next;
    if (id !== undefined) void show(id, comment);
  });
}
