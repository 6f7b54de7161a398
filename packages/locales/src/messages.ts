import PO from 'pofile';

/** One entry of a PO file. */
export interface Message {
  /** Such as `mail.subject`; the context (`msgctxt`) of the entry. */
  id: string;
  english: string;
  /** Empty in the English catalogue, and if the tool of a translator has marked it as unsure. */
  translation: string;
  /** For translators: where the text is shown, and what the placeholders are. */
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
