import { plainMarkdown } from '@ringbinder/protocol/plain-markdown.ts';
import { plainText } from '@ringbinder/protocol/plain-text.ts';

/** Rich text is BBCode. */
export type TextForm = 'plain' | 'rich' | 'markdown';

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

export const pageText = (page: string, text: string) =>
  `concat_ws(E'\\n', ${page}.description, ${text}.text)`;

export const pageForm = (file: string) =>
  `CASE WHEN ${file}.name ~* '\\.(md|markdown)$' THEN 'markdown' ELSE 'plain' END`;
