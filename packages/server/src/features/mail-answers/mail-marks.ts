import { languages, openCatalogue } from '@ringbinder/locales';

/** Texts of notification mails by which the quote is found in an answer, in every language: the person may have changed theirs. */
async function everyText(id: string): Promise<string[]> {
  const all = await Promise.all(languages.map(openCatalogue));
  return [...new Set(all.map((catalogue) => catalogue.text(id)))];
}

/** Each begins a mail that can be answered. */
export const answerMarks = () => everyText('mail.answer_mark');

/** Each precedes the address that ends mails to the person. */
export const mailFooters = () => everyText('mail.footer');
