import { answersLike, translateAnswer } from '@ringbinder/locales/translate-answer.ts';
import type { Message } from '@ringbinder/protocol';
import { readEnglish, type Texts } from './language.ts';
import { call } from './messages/call.ts';
import { defaultAnswers } from './messages/default-answers.ts';
import { feed } from './messages/feed.ts';

type Sentence = string | ((value: string | number) => string);
type Sentences = Readonly<Record<string, Sentence>>;

interface Line {
  name: string;
  texts: Sentences;
  /** A pattern of the English text, with a group for the value. */
  pattern: RegExp;
  isCounted?: boolean;
}

const VALUE = '\u0001';

const patternOf = (text: string, value = '(.+)') =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(VALUE, value)}$`, 's');

function linesOf(name: string, texts: Sentences, sentence: Sentence): Line[] {
  if (typeof sentence === 'string') return [{ name, texts, pattern: patternOf(sentence) }];
  const [many, one] = [sentence(VALUE), sentence(1)];
  if (one === many.replace(VALUE, '1')) return [{ name, texts, pattern: patternOf(many) }];
  return [
    { name, texts, pattern: patternOf(one), isCounted: true },
    { name, texts, pattern: patternOf(many, '(\\d+)'), isCounted: true },
  ];
}

const linesIn = (english: Texts, texts: Sentences): Line[] =>
  Object.entries(english as Sentences).flatMap(([name, sentence]) => linesOf(name, texts, sentence));

const lines = readEnglish('feed', (english) => linesIn(english, feed as Sentences));

/** Feed lines that an answer posts if its button has no message. */
const ENDS: ReadonlySet<string> = new Set(['completed', 'rejected']);

/**
 * Translates a line that the server wrote in English for all users, or an unchanged default answer in any
 * language. A comment may follow an empty line.
 *
 * @param message the message with the line, so that the line of an answered request names the person
 * @param shownTitle the title of the request, if the page shows it beside the line
 */
export function translateLine(
  text: string,
  message?: Pick<Message, 'user' | 'reply_to'>,
  shownTitle?: string,
): string {
  const [line = '', ...comments] = text.split('\n\n');
  const found = lines.find(({ pattern }) => pattern.test(line));
  const isKnown = answersLike(line.slice(line.lastIndexOf(': ') + 2)).length > 0;
  const isAnswer = message?.reply_to?.transaction && (!found || isKnown || ENDS.has(found.name));
  const translated = isAnswer
    ? answerSentence(line, message.user.name, shownTitle)
    : found
      ? ((message && callSentence(found.name, message.user.name)) ?? sentenceOf(found, line))
      : translateAnswer(line, (answer) => defaultAnswers[answer]);
  return [translated, ...comments].join('\n\n');
}

function callSentence(name: string, person: string): string | undefined {
  if (name === 'missedCall') return call.missedFrom(person);
  return name === 'callDeclined' ? call.declinedBy(person) : undefined;
}

function sentenceOf({ name, texts, pattern, isCounted }: Line, line: string): string {
  const sentence = texts[name] ?? line;
  const value = pattern.exec(line)?.[1] ?? '1';
  return typeof sentence === 'string' ? sentence : sentence(isCounted ? Number(value) : value);
}

/** The form of a new request joins title and answer with a colon, in the language of its author. */
function answerSentence(line: string, person: string, shownTitle: string | undefined): string {
  const { answered } = defaultAnswers;
  const [, title, answer = line] = /^(.+): (.+)$/s.exec(line) ?? [];
  const [known] = answersLike(answer);
  if (known) {
    const sentence = answered[known](person);
    return title === undefined || shownTitle !== undefined ? sentence : answered.said(sentence, title);
  }
  const prefix = `${shownTitle}: `;
  return answered.said(person, translateLine(line.startsWith(prefix) ? line.slice(prefix.length) : line));
}
