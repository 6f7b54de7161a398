import { sentences } from './sentences.ts';

/** The formatting of a message. */
export const editor = sentences({
  locale: 'en-GB',
  tools: {
    bold: 'Bold',
    italic: 'Italic',
    underline: 'Underline',
    strike: 'Strikethrough',
    link: 'Link',
    bullets: 'List',
    numbers: 'Numbered list',
    quote: 'Quote',
    code: 'Code',
    codeBlock: 'Code block',
  },
  address: 'Address of the link',
  addressHint: 'https://',
  setLink: 'Set link',
  removeLink: 'Remove link',
  wrongAddress: 'Enter a web or email address, such as https://example.com.',
});
