import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { isMarkdownNote } from '../binder/page-kind.ts';
import type { Editor as FieldEditor } from '../chat/editor/create-editor.ts';
import { EditorField } from '../chat/editor/editor.tsx';
import { emojiSource } from '../chat/emoji/source.ts';
import { useShortcodes } from '../chat/emoji/use-shortcodes.ts';
import { mentionSource } from '../chat/mention-source.tsx';
import { mentionableIn } from '../chat/mentioned.ts';
import { isSuggesting, SuggestionList, useSuggestions } from '../chat/suggestion-list.tsx';
import { Alert, Skeleton } from '../design/states.tsx';
import { notes as text } from '../strings/messages/notes.ts';
import { MAX_MARKDOWN_CHARS } from '../viewer/note-kind.ts';
import { scrollFraction, scrollToFraction } from '../viewer/note-scroll.ts';
import { blockSuggestions } from './block-suggestions.tsx';
import { CurrentEditor, HandOverRequest } from './editor-notice.tsx';
import { followClaim, type NoteClaim } from './note-claim.ts';
import { noteFormat } from './note-format.ts';
import { NoteSession } from './note-session.ts';
import { placeAtCaret } from './place-at-caret.ts';
import { sendLiveText } from './send-live-text.ts';
import { TableTool } from './table-tool.tsx';

interface NoteEditorProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  scrollPosition: { current: number };
  reader: ComponentChildren;
  close: () => void;
}

const MAX_CHARS = 524_288;
const HAND_OVER_MS = 20_000;

export function NoteEditor({ binder, page, scrollPosition, reader, close }: NoteEditorProps) {
  const session = useMemo(() => new NoteSession(binder, page.id), [binder, page.id]);
  const claim = useMemo(() => followClaim(binder, page.id), [binder, page.id]);
  useEffect(() => {
    // The person chose to edit here, so another tab of theirs has to stop.
    void claim.claim(true);
    const stopLive = sendLiveText(binder, page.id, session, claim);
    const onVisibility = () => document.hidden && void session.save();
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('pagehide', claim.release);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pagehide', claim.release);
      stopLive();
      session.close();
      claim.close();
    };
  }, [session, claim]);
  useEffect(() => void session.follow(page.file_id), [session, page.file_id]);
  useSignalEffect(() => {
    if (typeof claim.holder.value === 'object') void session.save();
  });
  const handOver = async () => {
    if (!(await session.save())) return;
    claim.release();
    close();
  };
  // A request must not wait for a person who left the note open.
  useSignalEffect(() => {
    if (!claim.asking.value) return;
    const timer = setInterval(() => claim.idleTime() > HAND_OVER_MS && void handOver(), 1_000);
    return () => clearInterval(timer);
  });
  const { holder } = claim;
  const done = async () => {
    if (await session.save()) close();
  };
  if (session.theirs.value)
    return (
      <form
        class="note-editor"
        onSubmit={(event) => {
          event.preventDefault();
          session.resolve('mine');
        }}
      >
        <Problem session={session} />
        <Conflict session={session} />
      </form>
    );
  if (!session.isReady.value || holder.value === 'unknown')
    return (
      <form class="note-editor">
        <Problem session={session} />
        {!session.problem.value && <Skeleton />}
      </form>
    );
  if (holder.value !== 'mine' || !binder.canWrite.value)
    return (
      <>
        <CurrentEditor binder={binder} claim={claim} />
        {reader}
      </>
    );
  return (
    <form
      class="note-editor"
      onSubmit={(event) => {
        event.preventDefault();
        void done();
      }}
      onKeyDown={(event) => {
        const isModified = event.ctrlKey || event.metaKey;
        // It has closed the suggestions.
        if (event.key === 'Escape' && event.defaultPrevented) return;
        if (event.key === 'Escape' || (event.key === 'Enter' && isModified)) void done();
        else if (event.key === 's' && isModified) void session.save();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Problem session={session} />
      <HandOverRequest claim={claim} handOver={handOver} />
      <NoteField {...{ binder, page, session, claim, scrollPosition }} />
      <div class="note-actions">
        <button type="submit" class="button compact primary">
          {text.done}
        </button>
        <span class="muted small" role="status">
          {text[session.state.value]}
        </span>
      </div>
    </form>
  );
}

function Problem({ session }: { session: NoteSession }) {
  const isConflict = session.theirs.value !== undefined;
  return (
    <Alert class={isConflict ? 'notice' : 'notice bad'}>
      {isConflict ? text.conflict : session.problem.value}
    </Alert>
  );
}

interface NoteFieldProps {
  binder: BinderContext;
  page: PageWithoutAnnotations;
  session: NoteSession;
  claim: NoteClaim;
  scrollPosition: { current: number };
}

function NoteField(props: NoteFieldProps) {
  const isMarkdown = useRef(
    isMarkdownNote(props.page) && props.session.draft.peek().length <= MAX_MARKDOWN_CHARS,
  );
  return isMarkdown.current ? <MarkdownField {...props} /> : <TextField {...props} />;
}

function TextField({ session, claim, scrollPosition }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    // Open at the reading position instead of the end.
    current.setSelectionRange(0, 0);
    current.focus({ preventScroll: true });
    scrollToFraction(current, scrollPosition.current);
    return () => {
      scrollPosition.current = scrollFraction(current);
    };
  }, []);
  return (
    <div class="note-texts" data-both="false">
      <textarea
        ref={field}
        dir="auto"
        aria-label={text.text}
        value={session.draft.value}
        maxLength={MAX_CHARS}
        spellcheck
        onInput={(event) => {
          session.draft.value = event.currentTarget.value;
          claim.type();
        }}
      />
    </div>
  );
}

function MarkdownField({ binder, session, claim, scrollPosition }: NoteFieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const field = useRef<FieldEditor>(undefined);
  const block = useSignal('');
  const caret = useSignal(0);
  const members = useComputed(() => mentionableIn(binder));
  const suggestions = useSuggestions({
    block,
    caret,
    write: (selected) => field.current?.write(selected),
    sources: [mentionSource(members), emojiSource, blockSuggestions(() => field.current)],
  });
  const { isClosedAt } = suggestions;
  const shortcodes = useShortcodes({ block, caret, field, isClosedAt });
  const attributes = useComputed<Record<string, string>>(() => ({
    'aria-label': text.text,
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    spellcheck: 'true',
    placeholder: text.placeholder,
    ...(isSuggesting(suggestions) && {
      'aria-controls': suggestions.listId,
      'aria-activedescendant': suggestions.activeId.value ?? '',
    }),
  }));
  const open = (editor: FieldEditor | undefined) => {
    field.current = editor;
    const area = host.current?.querySelector('.composer-text');
    if (!area) return;
    if (!editor) scrollPosition.current = scrollFraction(area);
    else {
      if (scrollPosition.current < 0.9) editor.select(0, 0);
      editor.focus();
      scrollToFraction(area, scrollPosition.current);
    }
  };
  return (
    <div class="note-field composer" ref={host}>
      <SuggestionList suggestions={suggestions} place={placeAtCaret} />
      <EditorField
        draft={session.draft}
        format={noteFormat}
        block={block}
        caret={caret}
        attributes={attributes}
        hasToolbar
        extraTools={(editor) => <TableTool editor={editor} />}
        onEditor={open}
        onKeyDown={suggestions.onKeyDown}
        onChange={claim.type}
        onType={shortcodes.onType}
        onCompositionStart={shortcodes.onCompositionStart}
        onCompositionEnd={shortcodes.onCompositionEnd}
        onBlur={() => undefined}
        onFiles={() => undefined}
      />
    </div>
  );
}

function Conflict({ session }: { session: NoteSession }) {
  const { value: theirs } = session.theirs;
  return (
    <>
      <div class="note-texts" data-both="true">
        <label>
          <span class="small">{text.mine}</span>
          <textarea
            dir="auto"
            value={session.draft.value}
            maxLength={MAX_CHARS}
            onInput={(event) => {
              session.draft.value = event.currentTarget.value;
            }}
          />
        </label>
        <label>
          <span class="small">{text.theirs}</span>
          <textarea dir="auto" value={theirs?.text} readOnly />
        </label>
      </div>
      <div class="note-actions">
        <button type="submit" class="button compact primary">
          {text.saveMine}
        </button>
        <button type="button" class="button compact" onClick={() => session.resolve('theirs')}>
          {text.takeTheirs}
        </button>
      </div>
    </>
  );
}
