import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { formatNumber } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { chat as text } from '../strings/en/chat.ts';
import { hasBbcode } from './bbcode.ts';
import { useChat } from './context.ts';
import { EmojiPicker } from './emoji/lazy-picker.ts';
import { ChatGlyph } from './glyphs.tsx';
import { Preview } from './lazy-preview.ts';
import { Recorder } from './recorder-slot.tsx';
import { MAX_LENGTH } from './send.ts';
import { StagedFiles } from './staged-files.tsx';
import { isSuggesting, SuggestionList } from './suggestion-list.tsx';
import { authorOf, summaryOf } from './summary.ts';
import { Toolbar } from './toolbar.tsx';
import { type ComposerState, useComposer } from './use-composer.ts';

export function Composer() {
  const chat = useChat();
  const composer = useComposer(chat);
  const {
    field,
    emoji,
    draft,
    caret,
    suggestions,
    selected,
    write,
    isFormatting,
    isPreviewed,
    isPickingEmoji,
    isRecording,
    shortcodes,
  } = composer;
  const { staged, typing } = chat;
  if (isRecording.value)
    return (
      <Recorder
        done={(file) => {
          isRecording.value = false;
          if (!file) return;
          chat.uploads.add(file, 'audio', { message: {}, ...chat.replyFields() });
          chat.showNewest();
        }}
      />
    );
  return (
    <div class="composer">
      <ComposerContext />
      {isFormatting.value && <Toolbar selected={selected} write={write} isPreviewed={isPreviewed} />}
      <SuggestionList suggestions={suggestions} />
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
          placeholder={chat.placeholder.value}
          value={draft.value}
          aria-controls={isSuggesting(suggestions) ? 'suggestions' : undefined}
          aria-activedescendant={suggestions.activeId.value}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          {...shortcodes}
          onInput={(event) => {
            draft.value = event.currentTarget.value;
            caret.value = event.currentTarget.selectionStart;
            typing.type();
            shortcodes.onInput(event);
          }}
          onSelect={(event) => {
            caret.value = event.currentTarget.selectionStart;
          }}
          onBlur={() => typing.stop()}
          onKeyDown={composer.onKeyDown}
          onPaste={(event) => {
            const pasted = [...(event.clipboardData?.files ?? [])];
            if (pasted.length === 0) return;
            event.preventDefault();
            staged.add(pasted);
          }}
        />
      )}
      <ComposerBar {...composer} />
      {isPickingEmoji.value && (
        <EmojiPicker
          near={emoji}
          label={text.composer.emoji}
          close={() => {
            isPickingEmoji.value = false;
          }}
          choose={(one) => {
            const { text: words, start, end } = selected();
            const at = start + one.length;
            write({ text: words.slice(0, start) + one + words.slice(end), start: at, end: at });
          }}
        />
      )}
    </div>
  );
}

function ComposerContext() {
  const { replyTo, editing, edit } = useChat();
  const message = replyTo.value ?? editing.value;
  if (!message) return null;
  return (
    <div class="composer-context">
      <ChatGlyph name="reply" />
      <p>
        <strong>{editing.value ? text.composer.editing : text.composer.replying(authorOf(message))}</strong>
        <span dir="auto">{summaryOf(message).slice(0, 160)}</span>
      </p>
      <button type="button" class="tool" aria-label={text.composer.stop} onClick={() => edit(undefined)}>
        <Glyph name="close" />
      </button>
    </div>
  );
}

function ComposerBar({
  emoji,
  draft,
  isFormatting,
  isPreviewed,
  isPickingEmoji,
  isRecording,
  isSaving,
  send,
}: ComposerState) {
  const { binder, editing, staged } = useChat();
  const files = useRef<HTMLInputElement>(null);
  const { length } = draft.value;
  const hasContent = draft.value.trim() || staged.all.value.length;
  const canSend = hasContent && length <= MAX_LENGTH;
  return (
    <div class="composer-bar">
      <input
        ref={files}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          staged.add(event.currentTarget.files ?? []);
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
      <Tool
        glyph="emoji"
        label={text.composer.emoji}
        button={emoji}
        run={() => {
          isPickingEmoji.value = true;
        }}
      />
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
  );
}

interface ToolProps {
  glyph: Parameters<typeof ChatGlyph>[0]['name'];
  label: string;
  isOn?: boolean;
  button?: RefObject<HTMLButtonElement | null>;
  run: () => void;
}

function Tool({ glyph, label, isOn, button, run }: ToolProps) {
  return (
    <button
      type="button"
      class="tool"
      {...(button && { ref: button })}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      onClick={run}
    >
      <ChatGlyph name={glyph} />
    </button>
  );
}
