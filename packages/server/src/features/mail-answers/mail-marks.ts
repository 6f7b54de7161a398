import { languages, openCatalogue } from '@ringbinder/locales';

/** Returns a text in every language, because the person may have changed the language since the mail. */
async function everyText(id: string): Promise<string[]> {
  const all = await Promise.all(languages.map(openCatalogue));
  return [...new Set(all.map((catalogue) => catalogue.text(id)))];
}

export const answerMarks = () => everyText('mail.answer_mark');

/** Each footer precedes the unsubscribe address. */
export const mailFooters = () => everyText('mail.footer');
