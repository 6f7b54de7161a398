import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileMessages, readMessages } from '../locales/src/index.ts';

const folder = new URL('../../locales/', import.meta.url);
const SOURCE = 'en';
/** Maps languages to the names that Emojibase uses. Emojibase lacks Indonesian and Turkish. */
const EMOJI = { nn: 'nb', 'zh-tw': 'zh-hant', id: 'en', tr: 'en' };

/** A message id begins with the name of its group. */
const REASONS = 'errors';
export const groups = [
  ...readdirSync(new URL('src/strings/messages/', import.meta.url)).map((file) =>
    file.slice(0, -'.ts'.length),
  ),
  REASONS,
];

const english = new Map(read(SOURCE).map(({ id, english: text }) => [id, text]));
const scripts = readdirSync(folder)
  .filter((file) => file.endsWith('.po') && file !== `${SOURCE}.po`)
  .map((file) => file.slice(0, -'.po'.length))
  .flatMap((language) => {
    const texts = new Map(read(language).map(({ id, translation }) => [id, translation]));
    return [
      ...groups.map((group) => {
        // The members of this group are named after the API's error reasons.
        const nameOf = group === REASONS ? (name) => name : undefined;
        const members = compileMessages(group, english, texts, false, nameOf);
        return [`${language}/${group}.js`, `export default (digits, forms) => (${members});`];
      }),
      [`${language}/emoji-names.js`, `export default () => (${JSON.stringify(emojiNames(language))});`],
    ];
  });
const hash = createHash('sha256').update(JSON.stringify(scripts)).digest('hex').slice(0, 12);

/** Maps each emoji's hexcode to its name and keywords, joined by `|`. Adds the skin tones' names. */
function emojiNames(language) {
  const require = createRequire(import.meta.url);
  const data = require(`emojibase-data/${EMOJI[language] ?? language}/compact.json`);
  const names = data.map(({ hexcode, label, tags = [] }) => [hexcode, [label, ...tags].join('|')]);
  const hand = data.find(({ hexcode }) => hexcode === '1F44B');
  // Include the language's colon, as in “waving hand: dark skin tone”.
  const tones = hand.skins.map(({ label }) => label.slice(hand.label.length));
  return { ...Object.fromEntries(names), tones: tones.join('|') };
}

/** Folder from which pages load the catalogues. Its name contains a hash of the catalogues. */
export const textsPath = `assets/texts-${hash}`;

function read(language) {
  return readMessages(readFileSync(new URL(`${language}.po`, folder), 'utf8'));
}

/** Emits a script per language and message group. */
export const catalogues = {
  name: 'catalogues',
  generateBundle() {
    for (const [name, source] of scripts)
      this.emitFile({ type: 'asset', fileName: `${textsPath}/${name}`, source });
  },
};
