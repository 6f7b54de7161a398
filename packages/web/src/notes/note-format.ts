import { setBlockType } from 'prosemirror-commands';
import { inputRules, textblockTypeInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { Fragment, type NodeType, Slice } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import { type EditorFormat, parserWithout } from '../chat/editor/format.ts';
import { markdownRules } from '../chat/editor/input-rules.ts';
import { cleanMarkup } from '../chat/editor/paste.ts';
import { schema } from '../chat/editor/schema.ts';
import { notes as text } from '../strings/messages/notes.ts';
import { documentOfNote } from './read-markdown.ts';
import { tableOfLines, tables } from './tables.ts';
import { isTask, tasks, toggleTask } from './tasks.ts';
import { noteOf } from './write-markdown.ts';

const heading = schema.nodes.heading as NodeType;
const paragraph = schema.nodes.paragraph as NodeType;

const isHeading = ({ selection }: EditorState) => selection.$from.parent.type === heading;

const toggleHeading: Command = (state, dispatch) =>
  (isHeading(state) ? setBlockType(paragraph) : setBlockType(heading, { level: 2 }))(state, dispatch);

const unwrapHeading: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  return empty && $from.parentOffset === 0 && isHeading(state) && setBlockType(paragraph)(state, dispatch);
};

const headings = inputRules({
  rules: [textblockTypeInputRule(/^(#{1,6}) $/, heading, ([, signs = '']) => ({ level: signs.length }))],
});

const NOT_WRITTEN = ['underline', 'color', 'size'];

/** Markdown has no underlines, colours or sizes. */
export const noteFormat: EditorFormat = {
  read: documentOfNote,
  write: noteOf,
  readPasted(pasted, isPlain) {
    const table = isPlain ? undefined : tableOfLines(pasted);
    return table
      ? new Slice(Fragment.from(table), 0, 0)
      : Slice.maxOpen(documentOfNote(pasted).content, false);
  },
  // Markdown numbers lists with digits only.
  cleanMarkup: (html) =>
    cleanMarkup(html).replaceAll(/(<ol\b[^<>]*?)\stype=(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '$1'),
  parser: parserWithout(
    ({ mark, tag = '' }) => mark !== undefined && (NOT_WRITTEN.includes(mark) || tag.startsWith('h1')),
  ),
  plugins: [
    ...tables(),
    ...tasks(),
    markdownRules(),
    headings,
    keymap({ 'Mod-u': () => true, Backspace: unwrapHeading }),
  ],
  omitted: ['underline'],
  tools: [
    {
      name: 'checklist',
      get label() {
        return text.checklist;
      },
      path: 'M4 5h5v5H4ZM13 7.500h7M4 16.500l2 2 3.500-4M13 16.500h7',
      command: toggleTask,
      isActive: isTask,
    },
    {
      name: 'heading',
      get label() {
        return text.heading;
      },
      path: 'M6 4.5v15M18 4.5v15M6 12h12',
      command: toggleHeading,
      isActive: isHeading,
    },
  ],
  isShared: true,
};
