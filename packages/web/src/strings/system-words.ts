import { awaitTexts } from './language.ts';

let translate: ((line: string) => string) | undefined;

// If the module cannot be loaded, the lines of the server remain in English.
const loading = import('./server-lines.ts').then((module) => (translate = module.translateLine));
awaitTexts(loading.catch(() => undefined));

export const systemWords = (line: string): string => translate?.(line) ?? line;
