/**
 * Checks the catalogues in locales/ and their use. With `--write`, first copies the English catalogue's
 * order, comments and messages to the others, and writes the English texts of pages and server.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import {
  camelCase,
  catalogueOf,
  compileMessages,
  languages,
  type Message,
  parseMessage,
  readMessages,
} from '@ringbinder/locales';
import PO from 'pofile';

const SOURCE = 'en';
const CODE = 'packages/{protocol,server}/src/**/*.ts';
const PAGES = 'packages/web/src/**/*.{ts,tsx}';
const WEB = 'packages/web/src/strings/messages';
const REASONS = 'packages/server/src/reasons.ts';
const REASON = 'errors.';
const ANSWERS = 'packages/locales/src/default-answers.ts';
const ANSWER = 'default_answers.';
const GROUPS = [
  'common',
  'account',
  'app',
  'binder',
  'chat',
  'chat_tools',
  'home',
  'start',
  'todos',
  'due',
  'later',
  'member_lines',
  'members',
  'notices',
  'find',
  'person',
  'view',
  'notify',
  'call',
  'meeting',
  'meeting_captions',
  'meeting_guest',
  'meeting_list',
  'meeting_quality',
  'meeting_remote',
  'meeting_staged',
  'meets',
  'repeats',
  'in_meet',
  'meet_replies',
  'approval',
  'branches',
  'captions',
  'chart',
  'clip',
  'comments',
  'console_frame',
  'console_audit',
  'console_background',
  'console_binders',
  'console_bots',
  'console_certificate',
  'console_client_log',
  'console_clients',
  'console_erase',
  'console_groups',
  'console_idps',
  'console_limits',
  'console_mails',
  'console_notifications',
  'console_orgs',
  'console_people',
  'console_transfer',
  'downloads',
  'draw',
  'embed_meet',
  'embed',
  'feed',
  'form',
  'field_problems',
  'date_fields',
  'default_answers',
  'file_fields',
  'file_requests',
  'fill_form',
  'form_answers',
  'form_builder',
  'history',
  'install',
  'notes',
  'notifications',
  'pages_to_read',
  'pages',
  'page_description',
  'page_sections',
  'preparing',
  'receipts',
  'shortcuts',
  'signatures',
  'template_builder',
  'template_runs',
  'template_run_list',
  'template_saving',
  'templates',
  'timeline_dialogs',
  'timeline_menus',
  'transaction_audit',
  'transaction_form',
  'transaction_page',
  'transactions',
  'versions',
  'viewer',
  'own_words',
  'announcements',
];
const SAME: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('../locales/same.json', import.meta.url), 'utf8'),
);
const MARKED = ['mail.answer', 'mail.answer_message'];

type Files = ReadonlyMap<string, string>;

export function findProblems(files: Files): string[] {
  const names = new Set(languages.map(catalogueOf));
  const english = new Map(readMessages(files.get(SOURCE) ?? '').map((message) => [message.id, message]));
  return [
    ...[...names].filter((name) => !files.has(name)).map((name) => `${name}.po: missing`),
    ...[...files.keys()].filter((name) => !names.has(name)).map((name) => `${name}.po: no such language`),
    ...[...files].flatMap(([name, po]) =>
      problemsOf(name, readMessages(po), english).map((problem) => `${name}.po: ${problem}`),
    ),
  ];
}

function problemsOf(
  name: string,
  messages: readonly Message[],
  english: ReadonlyMap<string, Message>,
): string[] {
  const ids = messages.map(({ id }) => id);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id}: twice`),
    ...[...english.keys()].filter((id) => !ids.includes(id)).map((id) => `${id}: missing`),
    ...messages.flatMap((message) => {
      const source = english.get(message.id);
      if (!source) return [`${message.id}: not in ${SOURCE}.po`];
      const problems =
        name === SOURCE ? problemsOfSource(message) : problemsOfTranslation(name, message, source);
      return problems.map((problem) => `${message.id}: ${problem}`);
    }),
  ];
}

function problemsOfSource({ english, translation, comments }: Message): string[] {
  return [
    ...(translation === '' ? [] : ['msgstr must be empty']),
    ...(comments.length > 0 ? [] : ['no comment for translators']),
    ...problemsOfText(SOURCE, english),
  ];
}

function problemsOfTranslation(
  name: string,
  { id, english, translation }: Message,
  source: Message,
): string[] {
  if (english !== source.english) return ['the English text has changed'];
  if (translation === '') return ['not translated'];
  const problems = problemsOfText(name, translation);
  if (problems.length > 0) return problems;
  const isSame = translation === english && hasWords(english) && !SAME[id]?.split(' ').includes(name);
  const [own, ofSource] = [argumentsOf(translation), argumentsOf(english)].map((each) => each.join(', '));
  return [
    ...(isSame ? ['equals the English text'] : []),
    ...(own === ofSource ? [] : [`has the placeholders ${own}, and ${ofSource} in English`]),
    ...(MARKED.includes(id) && !translation.startsWith('{mark}') ? ['must begin with {mark}'] : []),
  ];
}

function problemsOfText(name: string, text: string): string[] {
  if (text !== text.trim()) return ['begins or ends with a space'];
  // A straight apostrophe would quote a brace after it.
  if (text.includes("'")) return ['has a straight apostrophe instead of ’'];
  try {
    return allElements(parseMessage(text)).flatMap((element) => problemsOfPlural(name, element));
  } catch (error) {
    return [`does not parse: ${(error as Error).message}`];
  }
}

function problemsOfPlural(name: string, element: MessageFormatElement): string[] {
  if (element.type !== TYPE.plural) return [];
  const rules = new Intl.PluralRules(name);
  const { pluralCategories } = rules.resolvedOptions();
  const exact = Object.keys(element.options).filter((key) => key.startsWith('='));
  const own = Object.keys(element.options).filter((key) => !key.startsWith('='));
  const shown = (list: readonly string[]) => list.toSorted().join(', ');
  if (shown(own) !== shown(pluralCategories))
    return [`{${element.value}} has the forms ${shown(own)}; the language has ${shown(pluralCategories)}`];
  const numbers = Array.from({ length: 200 }, (_, index) => index + 1).filter(
    (each) => !exact.includes(`=${each}`),
  );
  return own
    .filter((key) => numbers.filter((each) => rules.select(each) === key).length > 1)
    .filter((key) => !element.options[key]?.value.some(namesNumber))
    .map((key) => `{${element.value}}: the form ${key} is for several numbers and has no #`);
}

function allElements(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.flatMap((element) =>
    'options' in element
      ? [element, ...Object.values(element.options).flatMap(({ value }) => allElements(value))]
      : [element],
  );
}

/** A list of names implies the number. */
const namesNumber = (element: MessageFormatElement) =>
  element.type === TYPE.pound || (element.type === TYPE.argument && element.value === 'names');

function argumentsOf(text: string): string[] {
  const named = allElements(parseMessage(text)).filter(
    ({ type }) => type !== TYPE.literal && type !== TYPE.pound,
  );
  // A plural counts as a number, because some languages need no plural form.
  const kindOf = (type: TYPE) => TYPE[type === TYPE.plural ? TYPE.number : type];
  return [
    ...new Set(named.map((each) => `${'value' in each ? each.value : ''} (${kindOf(each.type)})`)),
  ].toSorted();
}

const hasWords = (text: string) =>
  allElements(parseMessage(text)).some((each) => each.type === TYPE.literal && /\p{L}/u.test(each.value));

/** @param shared ids of texts of pages, which the server may use too */
export function findUnused(ids: ReadonlySet<string>, files: Files, shared?: ReadonlySet<string>): string[] {
  const found = [...files].flatMap(([path, source]) =>
    [...source.matchAll(/\btext\(\s*'(\w+\.[\w.]+)'/g)].map(([, id = '']) => ({ path, id })),
  );
  const all = [...files].map(([path, source]) => (path === REASONS ? '' : source)).join('\n');
  const nameOf = (id: string) => (id.startsWith(REASON) ? id.slice(REASON.length) : id);
  return [
    ...found
      .filter(({ id }) => !ids.has(id) && !shared?.has(id))
      .map(({ path, id }) => `${path}: ${id} is not in ${SOURCE}.po`),
    ...[...ids].filter((id) => !all.includes(`'${nameOf(id)}'`)).map((id) => `${SOURCE}.po: ${id}: not used`),
  ];
}

/** If code reads an object by a variable name, all its members count as used. */
export function findUnusedOfPages(ids: Iterable<string>, sources: readonly string[]): string[] {
  const all = sources.join('\n');
  const words = new Set(all.match(/\w+/g));
  const readers = /(?:textFor\(\s*|<string, string>> = )[\w.]+\.(\w+)[,;]|readEnglish\('(\w+)'/g;
  const objects = new Set([...all.matchAll(readers)].map(([, object, group]) => object ?? group));
  return [...ids]
    .filter((id) => {
      const [name = '', object = ''] = id.split('.').toReversed().map(camelCase);
      return !words.has(name) && !objects.has(object);
    })
    .map((id) => `${SOURCE}.po: ${id}: not used`);
}

const isOfPages = (id: string) => GROUPS.includes(id.slice(0, id.indexOf('.')));

function sourcesOfPages(english: readonly Message[]): Map<string, string> {
  const texts = new Map(english.map((message) => [message.id, message.english]));
  return new Map(
    GROUPS.map((group) => {
      const content = compileMessages(group, texts, texts, true);
      const file = group.replaceAll('_', '-');
      const needed = ['digits', 'forms'].filter((name) => content.includes(`${name}(`));
      return [
        `${WEB}/${file}.ts`,
        `// From locales/en.po, by scripts/check-locales.ts --write.\nimport { ${[...needed, 'messages'].join(', ')} } from '../language.ts';\n\nexport const ${camelCase(group)} = messages('${file}', ${content});\n`,
      ];
    }),
  );
}

function sourceOfReasons(english: readonly Message[]): string {
  const texts = english
    .filter(({ id }) => id.startsWith(REASON))
    .map(({ id, english: text }) => `${id.slice(REASON.length)}: ${JSON.stringify(text)},`);
  return `// From locales/en.po, by scripts/check-locales.ts --write.\n\n/** Why calls are refused. */\nexport const reasons = {\n${texts.join('\n')}\n} as const;\n`;
}

function sourceOfAnswers(files: Files): string {
  const answers = new Map<string, Set<string>>();
  for (const [, po] of [...files].toSorted())
    for (const { id, english, translation } of readMessages(po)) {
      if (!id.startsWith(ANSWER) || id.startsWith(`${ANSWER}answered.`)) continue;
      const texts = answers.get(id) ?? new Set();
      answers.set(id, texts.add(translation || english));
    }
  const lines = [...answers].map(
    ([id, texts]) => `${id.slice(ANSWER.length)}: ${JSON.stringify([...texts])},`,
  );
  return `// From locales/*.po, by scripts/check-locales.ts --write.\n\n/** The suggested answers of a new request, each in all languages. */\nexport const defaultAnswers = {\n${lines.join('\n')}\n};\n`;
}

function formatAll(sources: ReadonlyMap<string, string>, root: string): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'ringbinder-texts-'));
  try {
    for (const [path, source] of sources) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), source);
    }
    const options = ['--write', '--vcs-enabled=false', '--config-path=biome.json', folder];
    execFileSync('node_modules/.bin/biome', ['format', ...options], { cwd: root, stdio: 'pipe' });
    return new Map([...sources.keys()].map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function synchronize(po: string, english: string): string {
  const [own, source] = [PO.parse(po), PO.parse(english)];
  const known = new Map(own.items.map((item) => [item.msgctxt, item]));
  own.items = source.items.map((item) => {
    const before = known.get(item.msgctxt);
    if (before?.msgid === item.msgid) item.msgstr = before.msgstr;
    return item;
  });
  const withoutEmpty = own.toString().replace(/^"[\w-]+: \\n"\n/gm, '');
  return `${withoutEmpty.trimEnd()}\n`;
}

const HEADERS = (name: string) =>
  `msgid ""\nmsgstr ""\n"Language: ${name}\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n`;

function writeAll(root: string, files: Map<string, string>): void {
  const english = files.get(SOURCE) ?? '';
  for (const name of new Set(languages.map(catalogueOf))) {
    if (name === SOURCE) continue;
    const po = synchronize(files.get(name) ?? HEADERS(name), english);
    files.set(name, po);
    writeFileSync(join(root, `${name}.po`), po);
  }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const locales = join(root, 'locales');
  const read = (path: string) => readFileSync(path, 'utf8');
  const files = new Map(
    globSync('*.po', { cwd: locales }).map((file) => [
      file.slice(0, -'.po'.length),
      read(join(locales, file)),
    ]),
  );
  if (process.argv.includes('--write')) writeAll(locales, files);
  const paths = globSync(CODE, { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
  const english = readMessages(files.get(SOURCE) ?? '');
  const ids = english.map(({ id }) => id);
  const code = new Map(paths.map((path) => [path, read(join(root, path))]));
  const pages = globSync(PAGES, { cwd: root }).filter((path) => !path.startsWith(WEB));
  const sources = sourcesOfPages(english)
    .set(REASONS, sourceOfReasons(english))
    .set(ANSWERS, sourceOfAnswers(files));
  const outdated = [...formatAll(sources, root)].flatMap(([path, content]) => {
    const isCurrent = existsSync(join(root, path)) && read(join(root, path)) === content;
    if (!isCurrent && process.argv.includes('--write')) writeFileSync(join(root, path), content);
    return isCurrent || process.argv.includes('--write')
      ? []
      : [`${path}: run scripts/check-locales.ts --write`];
  });
  const problems = [
    ...findProblems(files),
    ...findUnused(new Set(ids.filter((id) => !isOfPages(id))), code, new Set(ids.filter(isOfPages))),
    ...findUnusedOfPages(
      ids.filter(isOfPages),
      pages.map((path) => read(join(root, path))),
    ),
    ...outdated,
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
