import { readEnglish } from './language.ts';
import { feed } from './messages/feed.ts';

type Sentence = string | ((value: string | number) => string);
type Sentences = Readonly<Record<string, Sentence>>;

interface Line {
  name: string;
  /** A pattern of the English text, with a group for the value. */
  pattern: RegExp;
  isCounted?: boolean;
}

const VALUE = '\u0001';

const patternOf = (text: string, value = '(.+)') =>
  new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(VALUE, value)}$`, 's');

function linesOf([name, sentence]: [string, Sentence]): Line[] {
  if (typeof sentence === 'string') return [{ name, pattern: patternOf(sentence) }];
  const [many, one] = [sentence(VALUE), sentence(1)];
  if (one === many.replace(VALUE, '1')) return [{ name, pattern: patternOf(many) }];
  return [
    { name, pattern: patternOf(one), isCounted: true },
    { name, pattern: patternOf(many, '(\\d+)'), isCounted: true },
  ];
}

const lines = readEnglish('feed', (texts) => Object.entries(texts as Sentences).flatMap(linesOf));

/**
 * Translates a line by the server, which sends the same English text to all users. A comment may follow an
 * empty line.
 */
export function translateLine(text: string): string {
  const [line = '', ...comments] = text.split('\n\n');
  for (const { name, pattern, isCounted } of lines) {
    const found = pattern.exec(line);
    if (!found) continue;
    const sentence = (feed as Sentences)[name] ?? line;
    const value = found[1] ?? '1';
    const translated = typeof sentence === 'string' ? sentence : sentence(isCounted ? Number(value) : value);
    return [translated, ...comments].join('\n\n');
  }
  return text;
}
