import { Script } from 'node:vm';
import EmailReplyParser from 'email-reply-parser';
import { MailRefusal } from './outcome.ts';

/** UTF-16 units of a mail that are searched: more than twice the longest message, and people write above what they quote. */
const MAX_SEARCHED = 256 * 1024;
const MAX_MS = 200;

/**
 * Returns what a person wrote in an answer, without quotes and signatures. Throws MailRefusal for a text that takes too long: the
 * library's expressions need cubic time for some texts, which only a limit of the engine ends.
 */
export function newTextOf(text: string): string {
  const searched = text.slice(0, MAX_SEARCHED).replaceAll('\0', '').toWellFormed();
  const read = () => new EmailReplyParser().read(searched).getVisibleText();
  try {
    return String(READ.runInNewContext({ read }, { timeout: MAX_MS })).trim();
  } catch (error) {
    throw new MailRefusal('malformed', { cause: error });
  }
}

const READ = new Script('read()');
