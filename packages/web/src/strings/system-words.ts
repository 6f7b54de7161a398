import { awaitTexts } from './language.ts';

let translate: typeof import('./server-lines.ts').translateLine | undefined;

// If the module cannot be loaded, lines remain in English.
const loading = import('./server-lines.ts').then((module) => (translate = module.translateLine));
awaitTexts(loading.catch(() => undefined));

export const systemWords: typeof import('./server-lines.ts').translateLine = (line, ...of) =>
  translate?.(line, ...of) ?? line;
