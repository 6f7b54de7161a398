import { awaitTexts } from './language.ts';

let translate: ((line: string) => string) | undefined;

// Without a connection, lines remain in English.
const loading = import('./server-lines.ts').then((module) => (translate = module.translateLine));
awaitTexts(loading.catch(() => undefined));

/** A line that the server wrote into a chat, such as “Meeting started: Weekly”, in the shown language. */
export const systemWords = (line: string): string => translate?.(line) ?? line;
