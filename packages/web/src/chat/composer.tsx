import { useComputed } from '@preact/signals';
import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { formatNumber } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { Alert, lazy } from '../design/states.tsx';
import { chat as text } from '../strings/messages/chat.ts';
import { isBlank } from './bbcode.ts';
import { useChat } from './context.ts';
import { EmojiPicker } from './emoji/lazy-picker.ts';
import { ChatGlyph } from './glyphs.tsx';
import { focusComposer } from './keys.ts';
import { loadEditor } from './lazy-editor.ts';
import { Recorder } from './recorder-slot.tsx';
import { MAX_LENGTH } from './send.ts';
import { isSuggesting, SuggestionList } from './suggestion-list.tsx';
import { authorOf, summaryOf } from './summary.ts';
import { type ComposerState, useComposer } from './use-composer.ts';

const StagedFiles = lazy(() => import('./staged-files.tsx').then((module) => module.StagedFiles), 'quiet');

export function Composer() {
  const chat = useChat();
  const composer = useComposer(chat);
  const { field, emoji, isPickingEmoji, isRecording } = composer;
  if (isRecording.value)
    return (
      <Recorder
        done={(file) => {
          isRecording.value = false;
          if (!file) return;
          chat.uploads.add(file, 'audio', { message: {}, ...chat.replyFields() });
          chat.showNewest();
        }}
        leave={(file) => chat.staged.add([file], true)}
      />
    );
  return (
    <div class="composer">
      <ComposerContext />
      <SuggestionList suggestions={composer.suggestions} />
      {chat.staged.all.value.length > 0 && <StagedFiles />}
      <ComposerField composer={composer} />
      <ComposerBar {...composer} />
      {isPickingEmoji.value && (
        <EmojiPicker
          near={emoji}
          label={text.composer.emoji}
          close={() => {
            isPickingEmoji.value = false;
          }}
          choose={(one) => field.current?.insert(one)}
        />
      )}
    </div>
  );
}

function ComposerField({ composer }: { composer: ComposerState }) {
  const { typing, staged, placeholder } = useChat();
  const { module, draft, block, caret, suggestions, shortcodes, isComposing, isFormatting } = composer;
  const attributes = useComputed<Record<string, string>>(() => {
    return {
      dir: 'auto',
      'data-composer': '',
      'aria-label': text.composer.label,
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      placeholder: placeholder.value,
      ...(isSuggesting(suggestions) && {
        'aria-controls': suggestions.listId,
        'aria-activedescendant': suggestions.activeId.value ?? '',
      }),
    };
  });
  if (module) {
    const { EditorField } = module;
    return (
      <EditorField
        draft={draft}
        block={block}
        caret={caret}
        mentionable={composer.members}
        attributes={attributes}
        hasToolbar={isFormatting.value}
        onEditor={composer.onEditor}
        onKeyDown={composer.onKeyDown}
        onChange={typing.type}
        onType={shortcodes.onType}
        onCompositionStart={shortcodes.onCompositionStart}
        onCompositionEnd={shortcodes.onCompositionEnd}
        onBlur={typing.stop}
        onFiles={staged.add}
      />
    );
  }
  return (
    <textarea
      ref={composer.onTextarea}
      rows={1}
      {...attributes.value}
      value={draft.value}
      onFocus={() => void loadEditor()}
      onInput={({ data }) => {
        composer.readTextarea();
        typing.type();
        if (data) shortcodes.onType(data);
      }}
      onSelect={(event) => {
        caret.value = event.currentTarget.selectionStart;
      }}
      onCompositionStart={() => {
        isComposing.value = true;
        shortcodes.onCompositionStart();
      }}
      onCompositionEnd={() => {
        // Read the text now, because Firefox fires `input` only later.
        composer.readTextarea();
        isComposing.value = false;
        shortcodes.onCompositionEnd();
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
  );
}

const replyingTo = (name: string) =>
  name === '' ? text.composer.replyingToNobody : text.composer.replying(name);

function ComposerContext() {
  const { replyTo, editing, edit } = useChat();
  const message = replyTo.value ?? editing.value;
  if (!message) return null;
  return (
    <div class="composer-context">
      {editing.value ? <Glyph name="edit" /> : <ChatGlyph name="reply" />}
      <p>
        <strong>{editing.value ? text.composer.editing : replyingTo(authorOf(message))}</strong>
        <span dir="auto">{excerpt(summaryOf(message), 160)}</span>
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
  isPickingEmoji,
  isRecording,
  isSaving,
  question,
  send,
}: ComposerState) {
  const chat = useChat();
  const { binder, editing, staged } = chat;
  const files = useRef<HTMLInputElement>(null);
  const { length } = draft.value;
  const hasContent = !isBlank(draft.value) || staged.all.value.length > 0;
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
          focusComposer(chat);
        }}
      />
      <Tool glyph="attach" label={text.composer.attach} run={() => files.current?.click()} />
      <Tool
        glyph="format"
        label={text.composer.format}
        isOn={isFormatting.value}
        run={() => {
          isFormatting.value = !isFormatting.value;
          focusComposer(chat);
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
      <Alert>
        {length > MAX_LENGTH && text.composer.tooLong(formatNumber(length), formatNumber(MAX_LENGTH))}
      </Alert>
      <Alert class="small">{question.value > 0 && text.composer.askAll(question.value)}</Alert>
      <button
        type="button"
        class="button compact primary send"
        aria-disabled={!canSend || isSaving.value}
        onClick={() => canSend && void send()}
      >
        {question.value > 0
          ? text.composer.sendToAll
          : editing.value
            ? text.composer.save
            : text.composer.send}
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
