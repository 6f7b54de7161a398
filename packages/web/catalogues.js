import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { compileMessages, readMessages } from '../locales/src/index.ts';

const folder = new URL('../../locales/', import.meta.url);
const SOURCE = 'en';

/** Groups of messages: the first parts of the ids. The others are of the server. */
export const groups = readdirSync(new URL('src/strings/messages/', import.meta.url)).map((file) =>
  file.slice(0, -'.ts'.length),
);

const english = new Map(read(SOURCE).map(({ id, english: text }) => [id, text]));
const scripts = readdirSync(folder)
  .filter((file) => file.endsWith('.po') && file !== `${SOURCE}.po`)
  .map((file) => file.slice(0, -'.po'.length))
  .flatMap((language) => {
    const texts = new Map(read(language).map(({ id, translation }) => [id, translation]));
    return groups.map((group) => [
      `${language}/${group}.js`,
      `export default (digits, forms) => (${compileMessages(group, english, texts)});`,
    ]);
  });
const hash = createHash('sha256').update(JSON.stringify(scripts)).digest('hex').slice(0, 12);

/** Where the pages load the catalogues. The name changes with their contents. */
export const textsPath = `assets/texts-${hash}`;

function read(language) {
  return readMessages(readFileSync(new URL(`${language}.po`, folder), 'utf8'));
}

/** Writes a script for each language and group of messages. */
export const catalogues = {
  name: 'catalogues',
  generateBundle() {
    for (const [name, source] of scripts)
      this.emitFile({ type: 'asset', fileName: `${textsPath}/${name}`, source });
  },
};
