import { phrasePlaces } from '@ringbinder/protocol/search.ts';
import type { Editor } from '../chat/editor/create-editor.ts';
import { blockTools } from '../chat/editor/toolbar.tsx';
import type { Suggestion, SuggestionSource } from '../chat/suggestions.ts';
import { Lines } from '../design/icon.tsx';
import { notes as text } from '../strings/messages/notes.ts';
import { noteFormat } from './note-format.ts';
import { tableTool } from './table-tool.tsx';

const QUERY = /^\/((?! )[\p{L}\p{N}\p{M} ]{0,30})$/u;

const allTools = () => [...noteFormat.tools, tableTool, ...blockTools()];

/** Offers the tools for a block after a slash at its start. */
export const blockSuggestions = (editor: () => Editor | undefined): SuggestionSource => ({
  get label() {
    return text.insert;
  },
  queryAt(written, caret) {
    const query = QUERY.exec(written.slice(0, caret))?.[1];
    return query === undefined ? undefined : { start: 0, query };
  },
  find(query) {
    const state = editor()?.state.peek();
    return allTools()
      .filter(({ command }) => state && command(state))
      .filter(({ label }) => query === '' || phrasePlaces(label, query).length > 0)
      .map(
        ({ name, label, path }): Suggestion => ({
          id: name,
          name: label,
          text: '',
          icon: <Lines d={path} />,
        }),
      );
  },
  onChoose({ id }) {
    const chosen = allTools().find(({ name }) => name === id);
    if (chosen) editor()?.run(chosen.command);
  },
});
