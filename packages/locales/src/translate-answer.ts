import { defaultAnswers } from './default-answers.ts';

export type DefaultAnswer = keyof typeof defaultAnswers;

/** Returns the suggested answers that have these words in some language. Some languages have the same word for two. */
export const answersLike = (words: string): DefaultAnswer[] =>
  (Object.keys(defaultAnswers) as DefaultAnswer[]).filter((answer) => defaultAnswers[answer].includes(words));

/**
 * Translates a suggested answer that the creator of a request left unchanged, from any language. Returns other
 * texts as they are. A comment may follow an empty line.
 *
 * @param textOf returns the answer in the reader's language
 */
export function translateAnswer(text: string, textOf: (answer: DefaultAnswer) => string): string {
  const [line = '', ...comments] = text.split('\n\n');
  const meanings = answersLike(line).map(textOf);
  const translated = meanings.includes(line) ? line : (meanings[0] ?? line);
  return [translated, ...comments].join('\n\n');
}
