import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { RingbinderError, unwrap } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import { warnBeforeLeaving } from '../binder/leaving.ts';
import { type Refusal, refusalOf } from '../binder/refusal.ts';
import { notes as text } from '../strings/en/notes.ts';
import { type NoteText, readNote } from '../viewer/note-text.ts';
import { mergeTexts } from './merge.ts';
import { storeDraft, storedDraft } from './note-draft.ts';

/** A pause in typing saves. A person who types without a pause saves as well. */
const PAUSE_MS = 3_000;
const LONGEST_MS = 20_000;
const RETRY_MS = 4_000;
/** Attempts when others save again and again. */
const MAX_ATTEMPTS = 6;

export type SavingState = 'saved' | 'unsaved' | 'saving' | 'offline';

/**
 * The text of a note while it is edited. It saves by itself, and merges what others save. Nothing is overwritten: texts
 * that cannot be merged are a conflict, in which the user chooses.
 */
export interface NoteSession {
  readonly draft: Signal<string>;
  readonly isReady: ReadonlySignal<boolean>;
  readonly state: ReadonlySignal<SavingState>;
  /** The newer text in a conflict. */
  readonly theirs: ReadonlySignal<NoteText | undefined>;
  readonly problem: ReadonlySignal<string>;
  /** Saves now. Resolves with whether everything is saved. */
  save(): Promise<boolean>;
  /** The note has another file. */
  follow(fileId: string): void;
  resolve(version: 'mine' | 'theirs'): void;
  /** Saves what is left. The draft remains in this tab if that fails. */
  close(): void;
}

export function openNoteSession(binder: BinderContext, pageId: number): NoteSession {
  const draft = signal('');
  const isReady = signal(false);
  const state = signal<SavingState>('saved');
  const theirs = signal<NoteText>();
  const problem = signal('');
  let base: NoteText = { text: '', fileId: '' };
  /** The text of a change whose answer did not arrive. */
  let sent: string | undefined;
  let running: Promise<boolean> | undefined;
  let isClosed = false;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let unsavedSince = 0;
  const leaving = `note ${binder.id} ${pageId}`;

  const isChanged = () => draft.peek() !== base.text;

  /** Stores the draft before anything is sent, and shows the state. */
  function note(next: SavingState): void {
    const isUnsaved = isReady.peek() && isChanged();
    storeDraft(binder, pageId, isUnsaved ? { text: draft.peek(), base, sent } : undefined);
    warnBeforeLeaving(leaving, isUnsaved && !isClosed);
    state.value = isUnsaved ? next : 'saved';
  }

  function later(delay: number): void {
    clearTimeout(pause);
    if (!isClosed) pause = setTimeout(() => void save(), delay);
  }

  /** Takes a newer text into the draft, or begins a conflict. */
  function take(now: NoteText): void {
    // The own change, whose answer did not arrive or was followed by another one.
    const isOwn = now.text === sent;
    const merged = isOwn ? draft.peek() : mergeTexts(base.text, draft.peek(), now.text);
    batch(() => {
      if (merged === undefined) {
        theirs.value = now;
        return;
      }
      base = now;
      sent = undefined;
      theirs.value = undefined;
      draft.value = merged;
    });
    note('unsaved');
  }

  async function saveOnce(): Promise<void> {
    const params = { path: { binder_id: binder.id, page_id: pageId } };
    const { value: written } = draft;
    sent = written;
    note('saving');
    const body = { text: written, base_file_id: base.fileId };
    try {
      await unwrap(binder.client.api.POST('/{binder_id}/pages/{page_id}', { params, body }));
    } catch (error) {
      if (!isOutdated(error)) throw error;
    }
    const now = await readNote(binder, pageId);
    // After the own change, others may have saved again.
    take(now);
  }

  async function run(): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS && isReady.peek() && isChanged(); attempt++) {
      if (theirs.peek()) return false;
      try {
        await saveOnce();
        problem.value = '';
      } catch (error) {
        note('offline');
        if (isRefused(error)) problem.value = refusalOf(error, { 404: text.gone }).message;
        else later(RETRY_MS);
        return false;
      }
    }
    note('unsaved');
    return !isChanged();
  }

  function save(): Promise<boolean> {
    clearTimeout(pause);
    running ??= run().finally(() => {
      running = undefined;
      unsavedSince = 0;
    });
    return running;
  }

  async function open(): Promise<void> {
    try {
      const now = await readNote(binder, pageId);
      const stored = storedDraft(binder, pageId);
      base = stored?.base ?? now;
      sent = stored?.sent;
      draft.value = stored?.text ?? now.text;
      isReady.value = true;
      if (stored) {
        take(now);
        void save();
      }
    } catch (error) {
      problem.value = (error as Refusal).message;
    }
  }
  void open();

  const stops = [
    effect(() => {
      const isSame = draft.value === base.text;
      if (!isReady.peek() || isSame || theirs.peek()) {
        if (isReady.peek()) note('unsaved');
        return;
      }
      note('unsaved');
      unsavedSince ||= Date.now();
      later(Math.min(PAUSE_MS, Math.max(0, unsavedSince + LONGEST_MS - Date.now())));
    }),
    effect(() => {
      if (binder.connection.value.status === 'online' && state.peek() === 'offline') later(0);
    }),
  ];
  return {
    draft,
    isReady,
    state,
    theirs,
    problem,
    save,
    follow(fileId) {
      if (!isReady.peek() || running || fileId === base.fileId) return;
      readNote(binder, pageId).then(
        (now) => {
          if (!isClosed && !running && now.fileId !== base.fileId) take(now);
        },
        () => undefined,
      );
    },
    resolve(version) {
      const { value: now } = theirs;
      if (!now) return;
      batch(() => {
        base = now;
        sent = undefined;
        theirs.value = undefined;
        if (version === 'theirs') draft.value = now.text;
      });
      void save();
    },
    close() {
      for (const stop of stops) stop();
      clearTimeout(pause);
      if (isReady.peek()) void save();
      isClosed = true;
      warnBeforeLeaving(leaving, false);
    },
  };
}

const isOutdated = (error: unknown) =>
  error instanceof RingbinderError &&
  error.status === 412 &&
  error.fields.some(({ path }) => path === 'base_file_id');

/** Whether another attempt would fail as well. */
const isRefused = (error: unknown) =>
  error instanceof RingbinderError && error.status >= 400 && error.status < 500 && error.status !== 429;
