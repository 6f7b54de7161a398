import { Script } from 'node:vm';
import EmailReplyParser from 'email-reply-parser';
import { textOfHtml } from './html-text.ts';
import { answerMarks, mailFooters } from './mail-marks.ts';
import { MailRefusal } from './outcome.ts';

/** More than twice the longest message. */
const MAX_SEARCHED = 256 * 1024;
/** A typical email takes 5 ms. */
const MAX_MS = 500;

/** Mail programs wrap quoted lines between words, but anywhere in languages without spaces. */
const wrapPattern = (texts: readonly string[]) =>
  texts.map((text) => text.split(/\s+/).map(wrappedWord).join('[\\s>]+')).join('|');
const wrappedWord = (word: string) =>
  [...word].map((sign) => sign.replace(SYNTAX, '\\$&')).join(UNSPACED.test(word) ? '[\\s>]*' : '');
const SYNTAX = /[\\^$.*+?()[\]{}|/]/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** A link checker may have encoded the URL into another one. */
const UNSUBSCRIBE =
  'unsubscribe(?:\\?|%(?:25)*3F)token(?:=|%(?:25)*3D)[0-9A-Za-z]{22,23}(?:\\.|%(?:25)*2E)[\\w-]{43}';
const MARKS = new RegExp(
  `^[^\\p{L}\\n]{0,20}(?:${wrapPattern(await answerMarks())})|${wrapPattern(await mailFooters())}|${UNSUBSCRIBE}`,
  'gimu',
);
const UNSUBSCRIBE_URL = new RegExp(UNSUBSCRIBE, 'i');
/** For example `*Gönderme Tarihi:* Monday`, in any language. */
const HEADER = /^[\s\u200e\u200f]*\*?\p{L}[\p{L}\p{M} .'’-]{0,30}\*?\s?[:：]/u;
const SEPARATOR = /^\s*[-_—]{3,}(.{0,60}[-_—]{3,})?\s*$/;
/** For example `Ringbinder <no@example.com> ezt írta:`. */
const ATTRIBUTION = /@[^@]{0,200}[:：]$/;
/** For example `Am 28.11.26 schrieb Ringbinder:`. */
const DATED_ATTRIBUTION = /^(?!\s*>).*(?:\d[./-]\d|\d:\d\d).*[:：]$/;
const WRAPPED_ATTRIBUTION = /^<|^[^<]+@/;
const MAX_LINE = 300;
/** The library mistakes a rule other than `--`, and a long sentence, for the start of a signature. */
const NOT_SIGNATURE =
  /^(?:[^\S\n]*(?:-{3,4}|[_+=]{2,4})|(?:Sent from|Von|Gesendet von|Sendt fra|Envoyé|Enviado desde|Verzonden vanaf|Verstuurd vanaf) (?:[^\s>]{1,40} ){4,40}[^\s>]{1,40}[.!?])[^\S\n]*$/gm;
const PICTURE = /\[cid:[^\]\s]{1,200}\]/g;
/** Precedes the lines of `NOT_SIGNATURE`, so that the library keeps them. */
const LINE_MARK = '\0';

/**
 * Removes quotes and signatures. Throws `MailRefusal` if the unsubscribe URL remains, or if parsing takes too long:
 * some texts take cubic time.
 */
export function newTextOf(text: string): string {
  const searchText = text
    .slice(0, MAX_SEARCHED)
    .replaceAll('\0', '')
    .replaceAll('\r\n', '\n')
    .replaceAll(PICTURE, '')
    .toWellFormed();
  const truncated = withoutNotification(searchText);
  const read = (truncated ?? searchText).replace(NOT_SIGNATURE, `${LINE_MARK}$&`);
  const newText = withTimeLimit(() => new EmailReplyParser().read(read).getVisibleText())
    .replaceAll(LINE_MARK, '')
    .trim();
  // Readers could use the URL to stop the person's emails. Line breaks may split it.
  if (UNSUBSCRIBE_URL.test(newText.replace(/[\s>]+/g, ''))) throw new MailRefusal('malformed');
  return truncated === undefined ? newText : withoutAttribution(newText);
}

export const newTextOfHtml = (html: string): string => newTextOf(withTimeLimit(() => textOfHtml(html)));

function withTimeLimit(read: () => string): string {
  try {
    return String(READ.runInNewContext({ read }, { timeout: MAX_MS }));
  } catch (error) {
    throw new MailRefusal('malformed', { cause: error });
  }
}

const READ = new Script('read()');

/**
 * The library does not know all attributions, so this cuts a quote without `>`. An answer may follow a quote with `>`.
 */
function withoutNotification(text: string): string | undefined {
  let first: number | undefined;
  for (const { index } of text.matchAll(MARKS)) {
    const start = text.lastIndexOf('\n', index - 1) + 1;
    first ??= start;
    if (!/^\s*>/.test(text.slice(start, start + MAX_LINE)))
      return `${withoutHeaders(text.slice(0, first))}\n${text.slice(first, start)}> `;
  }
  return first === undefined
    ? undefined
    : `${withoutDatedAttribution(withoutHeaders(text.slice(0, first)))}\n${text.slice(first)}`;
}

function withoutHeaders(text: string): string {
  const lines = text.trimEnd().split('\n');
  const count = lines.length - 1 - lines.findLastIndex((line) => !HEADER.test(line));
  const headers = lines.splice(lines.length - count);
  const above = lines.join('\n').trimEnd().split('\n');
  const hasSeparator = isSeparator(above.at(-1));
  const isQuote = hasSeparator ? count !== 1 : count > 1 && headers.some((line) => line.includes('@'));
  if (!isQuote) return text;
  return (hasSeparator ? above.slice(0, -1) : above).join('\n');
}

function withoutDatedAttribution(text: string): string {
  const above = text.trimEnd();
  const start = above.lastIndexOf('\n') + 1;
  return DATED_ATTRIBUTION.test(above.slice(start, start + MAX_LINE)) ? above.slice(0, start) : text;
}

const isSeparator = (line = '') => line.length <= MAX_LINE && SEPARATOR.test(line);

function withoutAttribution(text: string): string {
  const lines = text.split('\n');
  const last = lines.at(-1)?.trim() ?? '';
  if (last.length > MAX_LINE || !ATTRIBUTION.test(last)) return text;
  return lines
    .slice(0, WRAPPED_ATTRIBUTION.test(last) ? -2 : -1)
    .join('\n')
    .trim();
}
