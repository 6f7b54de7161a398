import { languages, openCatalogue } from '@ringbinder/locales';

/** The person may have changed the language since the email. */
async function textInAllLanguages(id: string): Promise<string[]> {
  const all = await Promise.all(languages.map(openCatalogue));
  return [...new Set(all.map((catalogue) => catalogue.text(id)))];
}

export const answerMarks = () => textInAllLanguages('mail.answer_mark');

export const mailFooters = () => textInAllLanguages('mail.footer');
