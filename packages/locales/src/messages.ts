import PO from 'pofile';

export interface Message {
  /** `msgctxt`, such as `mail.subject`. */
  id: string;
  english: string;
  /** Empty in English, and for fuzzy messages. */
  translation: string;
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
