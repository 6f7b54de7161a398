import { awaitTexts } from './language.ts';

type Translate = typeof import('./server-lines.ts').translateLine;

// If the module cannot be loaded, lines remain in English.
export let systemWords: Translate = (line) => line;

const loading = import('./server-lines.ts').then((module) => (systemWords = module.translateLine));
awaitTexts(loading.catch(() => undefined));
