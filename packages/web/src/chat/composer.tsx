import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { membersOf } from '../binder/people.ts';
import { formatNumber } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { chat as text } from '../strings/en/chat.ts';
import { hasBbcode, type Selected } from './bbcode.ts';
import { useChat } from './context.ts';
import { draftOf } from './draft.ts';
import { EmojiPicker } from './emoji-picker.tsx';
import { ChatGlyph } from './glyphs.tsx';
import { Preview } from './lazy-preview.ts';
import { isSuggesting, MentionList, useMentionKeys } from './mention-list.tsx';
import { Popover } from './popover.tsx';
import { Recorder } from './recorder-slot.tsx';
import { MAX_LENGTH, sendDraft } from './send.ts';
import { StagedFiles } from './staged-files.tsx';
import { authorOf, wordsOf } from './summary.ts';
import { Toolbar, useFormatKeys } from './toolbar.tsx';
import { useFieldAgain } from './use-field-again.ts';

/** By touch the key Enter begins a line, as everywhere on a phone. */
const isTouch = matchMedia('(pointer: coarse)').matches;

export function Composer() {
  const chat = useChat();
  const { binder } = chat;
  const field = useRef<HTMLTextAreaElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const emoji = useRef<HTMLButtonElement>(null);
  const draft = draftOf(binder.me.id, binder.id);
  const isFormatting = useSignal(false);
  const isPreviewed = useSignal(false);
  const isPickingEmoji = useSignal(false);
  const isRecording = useSignal(false);
  const isSaving = useSignal(false);
  const caret = useSignal(0);
  /** What was being written when an edit began. */
  const kept = useRef<string>(undefined);
  const members = useComputed(() =>
    membersOf(binder.state.value)
      .filter(({ user }) => user.id !== binder.me.id)
      .map(({ user }) => ({ id: user.id, name: user.name })),
  );
  const mention = useMentionKeys({ draft, caret, members, field });

  useSignalEffect(() => {
    const message = chat.editing.value;
    if (message) {
      kept.current ??= draft.peek();
      draft.value = message.richtext ?? message.text;
    } else if (kept.current !== undefined) {
      draft.value = kept.current;
      kept.current = undefined;
    }
  });
  useLayoutEffect(() => grow(field.current), [draft.value, isPreviewed.value]);
  useFieldAgain(field, isPreviewed);

  /** Writes a text with its selection into the field. */
  function write({ text: words, start, end }: Selected): void {
    draft.value = words;
    const { current: element } = field;
    if (!element) return;
    element.value = words;
    element.focus();
    element.setSelectionRange(start, end);
    caret.value = end;
  }
  const selected = (): Selected => ({
    text: draft.peek(),
    start: field.current?.selectionStart ?? 0,
    end: field.current?.selectionEnd ?? 0,
  });
  const formatKeys = useFormatKeys(selected, write);

  function stop(): void {
    chat.edit(undefined);
  }

  async function send(): Promise<void> {
    if (isSaving.value) return;
    isSaving.value = true;
    const isEdit = chat.editing.value !== undefined;
    const isSent = await sendDraft(chat, draft.value, members.value);
    isSaving.value = false;
    if (!isSent) return;
    if (!isEdit) draft.value = '';
    isPreviewed.value = false;
    caret.value = 0;
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing || mention.onKeyDown(event) || formatKeys(event)) return;
    if (event.key === 'Enter' && !event.shiftKey && !isTouch) {
      event.preventDefault();
      void send();
    } else if (event.key === 'Escape') {
      stop();
    } else if (event.key === 'ArrowUp' && draft.value === '') {
      const own = chat.items.value.findLast(
        (each) =>
          each.type === 'message' &&
          each.message.user.id === binder.me.id &&
          !each.message.audio &&
          !each.message.is_feed,
      );
      if (own?.type !== 'message') return;
      event.preventDefault();
      chat.edit(own.message);
    }
  }

  const addFiles = chat.staged.add;

  const length = draft.value.length;
  const hasContent = draft.value.trim() !== '' || chat.staged.all.value.length > 0;
  const canSend = hasContent && length <= MAX_LENGTH;
  const { replyTo, editing } = chat;
  const answered = replyTo.value ?? editing.value;
  if (isRecording.value)
    return (
      <Recorder
        done={(file) => {
          isRecording.value = false;
          if (!file) return;
          chat.uploads.add(file, 'audio');
          chat.showNewest();
        }}
      />
    );
  return (
    <div class="composer">
      {answered && (
        <div class="composer-context">
          <ChatGlyph name="reply" />
          <p>
            <strong>
              {editing.value ? text.composer.editing : text.composer.replying(authorOf(answered))}
            </strong>
            <span dir="auto">{wordsOf(answered).slice(0, 160)}</span>
          </p>
          <button type="button" class="tool" aria-label={text.composer.stop} onClick={stop}>
            <Glyph name="close" />
          </button>
        </div>
      )}
      {isFormatting.value && <Toolbar selected={selected} write={write} isPreviewed={isPreviewed} />}
      <MentionList mention={mention} />
      <StagedFiles />
      {isPreviewed.value ? (
        <section class="composer-preview" aria-label={text.composer.preview}>
          <Preview source={draft.value} />
        </section>
      ) : (
        <textarea
          dir="auto"
          ref={field}
          data-composer=""
          rows={1}
          aria-label={text.composer.label}
          placeholder={text.composer.placeholder(binder.state.value?.binder.name ?? '')}
          value={draft.value}
          aria-controls={isSuggesting(mention) ? 'mention-list' : undefined}
          aria-activedescendant={mention.activeId.value}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          onInput={(event) => {
            draft.value = event.currentTarget.value;
            caret.value = event.currentTarget.selectionStart;
            chat.typing.type();
          }}
          onSelect={(event) => {
            caret.value = event.currentTarget.selectionStart;
          }}
          onBlur={() => chat.typing.stop()}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = [...(event.clipboardData?.files ?? [])];
            if (pasted.length === 0) return;
            event.preventDefault();
            addFiles(pasted);
          }}
        />
      )}
      <div class="composer-bar">
        <input
          ref={files}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            addFiles(event.currentTarget.files ?? []);
            event.currentTarget.value = '';
          }}
        />
        <Tool glyph="attach" label={text.composer.attach} run={() => files.current?.click()} />
        <Tool
          glyph="format"
          label={text.composer.format}
          isOn={isFormatting.value}
          run={() => {
            isFormatting.value = !isFormatting.value;
            isPreviewed.value = false;
          }}
        />
        <button
          type="button"
          class="tool"
          ref={emoji}
          aria-label={text.composer.emoji}
          title={text.composer.emoji}
          onClick={() => {
            isPickingEmoji.value = true;
          }}
        >
          <ChatGlyph name="emoji" />
        </button>
        <Tool
          glyph="microphone"
          label={text.composer.record}
          run={() => {
            isRecording.value = true;
          }}
        />
        <Tool glyph="clip" label={text.composer.clip} run={() => binder.record()} />
        {binder.meet && <Tool glyph="meet" label={text.composer.meet} run={binder.meet} />}
        {hasBbcode(draft.value) && !isFormatting.value && (
          <button
            type="button"
            class="button compact quiet"
            aria-pressed={isPreviewed.value}
            onClick={() => {
              isPreviewed.value = !isPreviewed.value;
            }}
          >
            {isPreviewed.value ? text.composer.write : text.composer.preview}
          </button>
        )}
        {length > MAX_LENGTH && (
          <span class="wrong small" role="alert">
            {text.composer.tooLong(formatNumber(length), formatNumber(MAX_LENGTH))}
          </span>
        )}
        <button
          type="button"
          class="button compact primary send"
          aria-disabled={!canSend || isSaving.value}
          onClick={() => canSend && void send()}
        >
          {editing.value ? text.composer.save : text.composer.send}
        </button>
      </div>
      {isPickingEmoji.value && (
        <Popover
          near={emoji}
          label={text.composer.emoji}
          close={() => {
            isPickingEmoji.value = false;
          }}
        >
          <EmojiPicker
            choose={(one) => {
              isPickingEmoji.value = false;
              const { text: words, start, end } = selected();
              const at = start + one.length;
              write({ text: words.slice(0, start) + one + words.slice(end), start: at, end: at });
            }}
          />
        </Popover>
      )}
    </div>
  );
}

interface ToolProps {
  glyph: Parameters<typeof ChatGlyph>[0]['name'];
  label: string;
  isOn?: boolean;
  run: () => void;
}

function Tool({ glyph, label, isOn, run }: ToolProps) {
  return (
    <button type="button" class="tool" aria-label={label} title={label} aria-pressed={isOn} onClick={run}>
      <ChatGlyph name={glyph} />
    </button>
  );
}

/** Makes the field as high as its text; its style bounds it. */
function grow(field: HTMLTextAreaElement | null): void {
  if (!field) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + 2}px`;
}
