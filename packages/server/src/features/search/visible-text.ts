import { plainMarkdown } from '@ringbinder/protocol/plain-markdown.ts';
import { plainText } from '@ringbinder/protocol/plain-text.ts';

/** How a text is written: rich text is BBCode. */
export type TextForm = 'plain' | 'rich' | 'markdown';

/** A text as people see it, which is what search looks in and shows. */
export function visibleText(form: TextForm, text: string): string {
  switch (form) {
    case 'plain':
      return text;
    case 'rich':
      return plainText(text);
    case 'markdown':
      return plainMarkdown(text);
  }
}

/** SQL: the form of the text of a page. Notes in Markdown are told by their names, as in the app. @param file the table with its file */
export const pageForm = (file: string) =>
  `CASE WHEN ${file}.name ~* '\\.(md|markdown)$' THEN 'markdown' ELSE 'plain' END`;
