import { beforeTexts } from './language.ts';

let translate: ((line: string) => string) | undefined;

beforeTexts(async () => {
  translate ??= (await import('./server-lines.ts')).translateLine;
});

/** A line that the server wrote into a chat, such as “Meeting started: Weekly”, in the shown language. */
export const systemWords = (line: string): string => translate?.(line) ?? line;
