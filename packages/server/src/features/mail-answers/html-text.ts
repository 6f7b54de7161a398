import { convert } from 'html-to-text';

export const MAX_HTML_LENGTH = 512 * 1024;
const MAX_DEPTH = 200;
/** The library replaces content below MAX_DEPTH with this character. */
const TRUNCATION_MARK = '\0';

const OPTIONS = {
  wordwrap: false,
  // The default is `body`. A quoted page has its own `body`, and the answer may be outside of it.
  baseElements: { selectors: [] },
  limits: { maxDepth: MAX_DEPTH, ellipsis: TRUNCATION_MARK },
  formatters: {
    cell: (element: HtmlElement, walk: Walk, builder: TextBuilder) => {
      walk(element.children, builder);
      builder.addInline(' ');
    },
  },
  selectors: [
    ...['head', 'style', 'script', 'title', 'img'].map((selector) => ({ selector, format: 'skip' })),
    ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...[1, 2, 3, 4, 5, 6].map((level) => ({ selector: `h${level}`, options: { uppercase: false } })),
  ],
};

interface HtmlElement {
  children: unknown[];
}
interface TextBuilder {
  addInline(text: string): void;
}
type Walk = (children: unknown[], builder: TextBuilder) => void;

export function textOfHtml(html: string): string {
  if (html.length > MAX_HTML_LENGTH) throw new Error('the HTML is too long');
  const text = convert(html.replaceAll(TRUNCATION_MARK, ''), OPTIONS);
  if (text.includes(TRUNCATION_MARK)) throw new Error('the HTML is nested too deeply');
  return text;
}
