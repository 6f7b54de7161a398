import { batch, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals';
import { history } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { type Command, EditorState, Selection, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import type { Selected } from '../bbcode.ts';
import type { Field, FieldText } from '../field.ts';
import type { Mentionable } from '../mentioned.ts';
import { type EditorFormat, messageFormat } from './format.ts';
import { editorKeys } from './keys.ts';
import { mentionMarks } from './mention-marks.ts';
import { hasWords } from './paste.ts';
import { replaceBlocks } from './replace-blocks.ts';
import { LEAF_PLACEHOLDER } from './schema.ts';

export interface EditorInput {
  draft: FieldText;
  format?: EditorFormat | undefined;
  mentionable?: ReadonlySignal<readonly Mentionable[]> | undefined;
  block: Signal<string>;
  caret: Signal<number>;
  attributes: ReadonlySignal<Record<string, string>>;
  /** Returns true if the editor must ignore the key. */
  onKeyDown(event: KeyboardEvent): boolean;
  onChange(): void;
  onType(text: string): void;
  onCompositionStart(): void;
  onCompositionEnd(): void;
  onBlur(): void;
  onFiles(files: File[]): void;
  onLink(): void;
}

export interface Editor extends Field {
  readonly state: ReadonlySignal<EditorState>;
  select(start: number, end: number): void;
  run(command: Command): void;
  destroy(): void;
}

const isLineOfCode = ({ selection }: EditorState, { key, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'Enter' && !ctrlKey && !metaKey && selection.$head.parent.type.spec.code === true;

const isBlank = ({ childCount, firstChild, content }: Node) =>
  childCount === 1 && firstChild?.isTextblock === true && content.size === 2;

const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

const attributesOf =
  ({ placeholder = '', ...others }: Record<string, string>) =>
  ({ doc }: EditorState) => ({
    ...others,
    // `dir=auto` may not work in Chromium for text that a script has inserted.
    ...(RIGHT_TO_LEFT.test(doc.textContent) && { dir: 'rtl' }),
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-placeholder': placeholder,
    'data-placeholder': placeholder,
    class: 'composer-text',
    ...(isBlank(doc) && { 'data-blank': '' }),
  });

export function createEditor(host: HTMLElement, input: EditorInput): Editor {
  const { draft, block, caret, format = messageFormat, mentionable } = input;
  const plugins = [...format.plugins, ...editorKeys(input.onLink), history()];
  if (mentionable) plugins.push(mentionMarks(mentionable));
  const stateOf = (source: string) => {
    const doc = format.read(source);
    return EditorState.create({ doc, plugins, selection: Selection.atEnd(doc) });
  };
  let written = draft.peek();
  let typed = '';
  const state = signal(stateOf(written));

  const view = new EditorView(host, {
    state: state.peek(),
    attributes: attributesOf(input.attributes.peek()),
    dispatchTransaction(transaction) {
      const text = typed;
      typed = '';
      show(view.state.apply(transaction));
      if (!transaction.docChanged) return;
      input.onChange();
      if (text !== '') input.onType(text);
    },
    handleKeyDown: (_view, event) => !isLineOfCode(view.state, event) && input.onKeyDown(event),
    handleTextInput(_view, _from, _to, text) {
      typed = text;
      return false;
    },
    handleDOMEvents: {
      // Browsers may report a moved caret late. This event makes the key act at the caret.
      keydown: (_view, event) => {
        document.dispatchEvent(new Event('selectionchange'));
        if (event.key !== 'Escape') return false;
        // ProseMirror would call `preventDefault`, and the surrounding panel would then ignore Escape.
        input.onKeyDown(event);
        return true;
      },
      compositionstart: () => input.onCompositionStart(),
      compositionend: () => input.onCompositionEnd(),
      blur: () => input.onBlur(),
    },
    domParser: format.parser,
    clipboardParser: format.parser,
    transformPastedHTML: format.cleanMarkup,
    clipboardTextParser: (text, _context, isPlain) => format.readPasted(text, isPlain),
    clipboardTextSerializer: ({ content }) => content.textBetween(0, content.size, '\n'),
    handlePaste(_view, { clipboardData }) {
      const files = [...(clipboardData?.files ?? [])];
      // Spreadsheets add a picture to copied cells.
      if (files.length === 0 || hasWords(clipboardData?.getData('text/html') ?? '')) return false;
      input.onFiles(files);
      return true;
    },
    handleDrop: (_view, { dataTransfer }) => (dataTransfer?.files.length ?? 0) > 0,
  });

  function show(next: EditorState): void {
    const isChanged = !next.doc.eq(state.peek().doc);
    view.updateState(next);
    batch(() => {
      const { text, end } = selectedIn(next);
      block.value = next.selection.$head.parent.type.spec.code ? '' : text;
      caret.value = end;
      state.value = next;
      if (!isChanged) return;
      written = format.write(next.doc);
      draft.value = written;
    });
  }

  show(view.state);
  const stops = [
    effect(() => {
      const { value } = draft;
      if (value === written) return;
      untracked(() =>
        show(
          format.isShared
            ? state.peek().apply(replaceBlocks(state.peek(), format.read(value), format.write))
            : stateOf(value),
        ),
      );
    }),
    effect(() => {
      view.setProps({ attributes: attributesOf(input.attributes.value) });
    }),
  ];
  return {
    ...fieldOf(view),
    state,
    select(start, end) {
      const { doc, tr } = view.state;
      const text = doc.textBetween(0, doc.content.size, '\n');
      // A paragraph boundary takes two positions in the document, but one line break in the text.
      const positionOf = (at: number) => at + text.slice(0, at).split('\n').length;
      view.dispatch(
        tr.setSelection(TextSelection.between(doc.resolve(positionOf(start)), doc.resolve(positionOf(end)))),
      );
    },
    run(command) {
      command(view.state, view.dispatch, view);
      view.focus();
    },
    destroy() {
      for (const stop of stops) stop();
      view.destroy();
    },
  };
}

/** A selection over several blocks counts as empty. */
function selectedIn({ selection }: EditorState): Selected {
  const { $from, $to, $head } = selection;
  const { parent } = $head;
  const text = parent.textBetween(0, parent.content.size, undefined, LEAF_PLACEHOLDER);
  if (!$from.sameParent($to)) return { text, start: $head.parentOffset, end: $head.parentOffset };
  return { text, start: $from.parentOffset, end: $to.parentOffset };
}

function fieldOf(view: EditorView): Field {
  const selected = () => selectedIn(view.state);
  return {
    focus: () => view.focus(),
    hasFocus: () => view.hasFocus(),
    selected,
    /** Replaces only the changed characters, so that the rest keeps its formatting. */
    write({ text, start, end }) {
      const { text: before } = selected();
      const blockStart = view.state.selection.$head.start();
      let head = 0;
      while (head < Math.min(before.length, text.length) && before[head] === text[head]) head++;
      let tail = 0;
      const most = Math.min(before.length, text.length) - head;
      while (tail < most && before.at(-1 - tail) === text.at(-1 - tail)) tail++;
      const { tr } = view.state;
      tr.insertText(
        text.slice(head, text.length - tail),
        blockStart + head,
        blockStart + before.length - tail,
      );
      tr.setSelection(TextSelection.create(tr.doc, blockStart + start, blockStart + end));
      view.dispatch(tr.scrollIntoView());
      view.focus();
    },
    insert(text) {
      view.dispatch(view.state.tr.insertText(text).scrollIntoView());
      view.focus();
    },
  };
}
