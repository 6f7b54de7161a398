import PO from 'pofile';

export interface Message {
  /** Id of the message, which is the `msgctxt`, such as `mail.subject`. */
  id: string;
  english: string;
  /** Translation of the message. Empty in English, and if the message is marked as fuzzy. */
  translation: string;
  /** Extracted comments, which explain context and placeholders to translators. */
  comments: readonly string[];
}

export function readMessages(po: string): Message[] {
  return PO.parse(po).items.map(({ msgctxt = '', msgid, msgstr, flags, extractedComments }) => ({
    id: msgctxt,
    english: msgid,
    translation: flags.fuzzy ? '' : msgstr.join(''),
    comments: extractedComments,
  }));
}
