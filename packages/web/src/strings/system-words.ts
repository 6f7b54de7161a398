import { awaitTexts } from './language.ts';

let translate: ((line: string) => string) | undefined;

// If the module cannot be loaded, lines remain in English.
const loading = import('./server-lines.ts').then((module) => (translate = module.translateLine));
awaitTexts(loading.catch(() => undefined));

export const systemWords = (line: string): string => translate?.(line) ?? line;
