import { readEnglish, type Texts } from './language.ts';
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

const lines = [
  ...readEnglish('feed', (english) => linesIn(english, feed as Sentences)),
  ...readEnglish('default-answers', (english) => linesIn(english, defaultAnswers)),
];

/** `text` may contain comments after an empty line. */
export function translateLine(text: string): string {
  const [line = '', ...comments] = text.split('\n\n');
  for (const { name, texts, pattern, isCounted } of lines) {
    const found = pattern.exec(line);
    if (!found) continue;
    const sentence = texts[name] ?? line;
    const value = found[1] ?? '1';
    const translated = typeof sentence === 'string' ? sentence : sentence(isCounted ? Number(value) : value);
    return [translated, ...comments].join('\n\n');
  }
  return text;
}
