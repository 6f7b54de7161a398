import { batch, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { RingbinderError, unwrap } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import { warnBeforeLeaving } from '../binder/leaving.ts';
import { refusalOf } from '../binder/refusal.ts';
import { notes as text } from '../strings/messages/notes.ts';
import { changeBetween, type TextChange } from '../viewer/note-live.ts';
import { type NoteText, readNote } from '../viewer/note-text.ts';
import { mergeTexts } from './merge.ts';
import { type DraftSlot, openDraft } from './note-draft.ts';
import { isUntitled, titleOf } from './note-title.ts';

const PAUSE_MS = 3_000;
const LONGEST_MS = 20_000;
const RETRY_MS = 4_000;
/** Limits immediate retries while other users keep saving. */
const MAX_ATTEMPTS = 6;
const MAX_KEEPALIVE_CHARS = 15_000;

export type SavingState = 'saved' | 'unsaved' | 'saving' | 'offline';

/** If a merge fails, the user chooses a version. */
export class NoteSession {
  readonly draft: Signal<string> = signal('');
  readonly #binder: BinderContext;
  readonly #pageId: number;
  readonly #isReady = signal(false);
  readonly #state = signal<SavingState>('saved');
  readonly #theirs = signal<NoteText | undefined>(undefined);
  readonly #problem = signal('');
  readonly #stops: readonly (() => void)[];
  #slot: DraftSlot | undefined;
  #base: NoteText = { text: '', fileId: '' };
  #sent: string | undefined;
  readonly #titles = new Set<string>();
  #running: Promise<boolean> | undefined;
  /** Arrived while the text was being read or saved. */
  #missedFileId: string | undefined;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsavedSince = 0;

  constructor(binder: BinderContext, pageId: number) {
    this.#binder = binder;
    this.#pageId = pageId;
    const onFocus = () => this.#state.peek() === 'offline' && this.#later(0);
    addEventListener('focus', onFocus);
    this.#stops = [
      () => removeEventListener('focus', onFocus),
      effect(() => this.#onDraft(this.draft.value)),
      effect(() => {
        if (binder.connection.value.status === 'online' && this.#state.peek() === 'offline') this.#later(0);
      }),
    ];
    void this.#open();
  }

  get isReady(): ReadonlySignal<boolean> {
    return this.#isReady;
  }

  get state(): ReadonlySignal<SavingState> {
    return this.#state;
  }

  get theirs(): ReadonlySignal<NoteText | undefined> {
    return this.#theirs;
  }

  get problem(): ReadonlySignal<string> {
    return this.#problem;
  }

  /** Undefined while the text is being saved, because its base is unknown then. */
  unsavedChange(): TextChange | undefined {
    const draft = this.draft.peek();
    return this.#running || !this.#isReady.peek() ? undefined : changeBetween(this.#base, draft);
  }

  save(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      this.#unsavedSince = 0;
      this.#followMissed();
    });
    return this.#running;
  }

  async follow(fileId: string): Promise<void> {
    if (!this.#isReady.peek() || this.#running) this.#missedFileId = fileId;
    if (!this.#canFollow(fileId)) return;
    const now = await readNote(this.#binder, this.#pageId).catch(() => undefined);
    if (now && this.#canFollow(now.fileId)) this.#take(now);
  }

  resolve(version: 'mine' | 'theirs'): void {
    const { value: now } = this.#theirs;
    if (!now) return;
    this.#rebase(now, version === 'theirs' ? now.text : this.draft.peek());
    void this.save();
  }

  /** If saving fails, the draft remains in the browser's storage. */
  close(): void {
    for (const stop of this.#stops) stop();
    const saved = this.#isReady.peek() ? this.save() : Promise.resolve(true);
    void saved.finally(() => this.#slot?.close());
    this.#isClosed = true;
    warnBeforeLeaving(this.#key, false);
  }

  async #open(): Promise<void> {
    try {
      this.#slot = await openDraft(this.#binder, this.#pageId);
      const now = await readNote(this.#binder, this.#pageId);
      if (this.#isClosed) return this.#slot.close();
      const { found: stored } = this.#slot;
      this.#base = stored?.base ?? now;
      this.#sent = stored?.sent;
      this.draft.value = stored?.text ?? now.text;
      if (stored) this.#take(now);
      this.#isReady.value = true;
      if (stored) void this.save();
      else this.#followMissed();
    } catch (error) {
      if (this.#isClosed) this.#slot?.close();
      this.#problem.value = (error as Error).message;
    }
  }

  get #key(): string {
    return `note ${this.#binder.id} ${this.#pageId}`;
  }

  #isChanged(): boolean {
    return this.#isReady.peek() && this.draft.peek() !== this.#base.text;
  }

  #canFollow(fileId: string): boolean {
    return this.#isReady.peek() && !this.#running && !this.#isClosed && fileId !== this.#base.fileId;
  }

  #followMissed(): void {
    const missed = this.#missedFileId;
    this.#missedFileId = undefined;
    if (missed !== undefined) void this.follow(missed);
  }

  #onDraft(_text: string): void {
    if (!this.#isReady.peek()) return;
    this.#show('unsaved');
    if (!this.#isChanged() || this.#theirs.peek()) return;
    this.#unsavedSince ||= Date.now();
    this.#later(Math.min(PAUSE_MS, Math.max(0, this.#unsavedSince + LONGEST_MS - Date.now())));
  }

  #show(state: SavingState): void {
    const isChanged = this.#isChanged();
    const draft = { text: this.draft.peek(), base: this.#base, sent: this.#sent };
    this.#slot?.write(isChanged ? draft : undefined);
    warnBeforeLeaving(this.#key, isChanged && !this.#isClosed);
    this.#state.value = isChanged ? state : 'saved';
  }

  #later(delay: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.save(), delay);
  }

  #rebase(now: NoteText, draft: string): void {
    batch(() => {
      this.#base = now;
      this.#sent = undefined;
      this.#theirs.value = undefined;
      this.draft.value = draft;
    });
    this.#show('unsaved');
  }

  #take(now: NoteText): void {
    const draft = this.draft.peek();
    const isOwn = now.text === this.#sent;
    const merged = isOwn ? draft : mergeTexts(this.#base.text, draft, now.text);
    if (merged === undefined) this.#theirs.value = now;
    else this.#rebase(now, merged);
  }

  /** The first line names a note until somebody gives the note another name. */
  #newName(next: string): string | undefined {
    const page = this.#binder.state.peek()?.pages.find(({ id }) => id === this.#pageId);
    const title = titleOf(next);
    if (!page || title === '' || title === page.name) return undefined;
    const { name = '' } = page;
    const isFromText = name === '' || isUntitled(name) || this.#titles.has(name);
    if (!isFromText && name !== titleOf(this.#base.text)) return undefined;
    this.#titles.add(title);
    return title;
  }

  async #run(): Promise<boolean> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS && this.#isChanged(); attempt++) {
      if (this.#theirs.peek()) return false;
      try {
        await this.#saveOnce();
        this.#problem.value = '';
      } catch (error) {
        this.#show('offline');
        if (isRefused(error)) this.#problem.value = refusalOf(error, { 404: text.gone }).message;
        else this.#later(RETRY_MS);
        return false;
      }
    }
    if (!this.#isChanged()) return true;
    this.#show('unsaved');
    this.#later(RETRY_MS);
    return false;
  }

  async #saveOnce(): Promise<void> {
    const { id: binder_id, client } = this.#binder;
    const params = { path: { binder_id, page_id: this.#pageId } };
    this.#sent = this.draft.peek();
    this.#show('saving');
    const name = this.#newName(this.#sent);
    const body = { text: this.#sent, base_file_id: this.#base.fileId, ...(name && { name }) };
    // A request of a closed tab must go on, but browsers limit its size.
    const keepalive = document.hidden && this.#sent.length < MAX_KEEPALIVE_CHARS;
    try {
      await unwrap(client.api.POST('/{binder_id}/pages/{page_id}', { params, body, keepalive }));
      // Later texts by other users contain the sent text, so it is the base for merging.
      this.#base = { ...this.#base, text: this.#sent };
    } catch (error) {
      if (!isOutdated(error)) throw error;
    }
    this.#take(await readNote(this.#binder, this.#pageId));
  }
}

export const isOutdated = (error: unknown) =>
  error instanceof RingbinderError &&
  error.status === 412 &&
  error.fields.some(({ path }) => path === 'base_file_id');

const isRefused = (error: unknown) =>
  error instanceof RingbinderError && error.status >= 400 && error.status < 500 && error.status !== 429;
