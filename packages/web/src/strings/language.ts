import { isolated, sentences } from './en/sentences.ts';

/** Folder of the built catalogues (catalogues.js). Without a build there is only English. */
declare const __TEXTS__: string | undefined;

const SOURCE = 'en';

let shown = SOURCE;
let draw: (() => void) | undefined;

/** The language of the texts that are shown, as the name of its catalogue. */
export const language = (): string => shown;

/** Calls the function now, and again when all texts have changed. */
export function drawInLanguage(drawPage: () => void): void {
  draw = drawPage;
  draw();
}

export type Texts = { [name: string]: Texts | string | ((...values: never[]) => string) };
type Build = (number: typeof digits, plural: typeof forms) => Texts;

/** By the name of the group: the shown texts and the English ones. */
const groups = new Map<string, [texts: Texts, english: Texts]>();
let wanted = SOURCE;

type Change = (group: string, chosen: string, texts: Texts) => void;
let changeGroup: Change | undefined;

/** Sets a function that changes the texts of each group that is loaded from now on. */
export function changeTexts(apply: Change): void {
  changeGroup = apply;
}

/** For `Intl`, which uses the first that the browser has. Chromium has no Nynorsk, and would use its own language. */
export const localeTags = (tag = languageTag()): string[] => [tag, tag === 'nn' ? 'nb' : 'en'];

let pending: Promise<unknown> = Promise.resolve();

/** BCP 47 tag of the texts, such as `zh-TW`. The English ones are British. */
export const languageTag = (): string => (shown === SOURCE ? 'en-GB' : `${new Intl.Locale(shown)}`);

/**
 * The texts of one file of messages. The object stays the same and has the texts of the current language, so read a text
 * when you draw, not when a module loads.
 */
/* @__NO_SIDE_EFFECTS__ */
export function messages<T>(group: string, english: T): T {
  const texts = sentences(english) as Texts;
  groups.set(group, [texts, english as Texts]);
  changeGroup?.(group, SOURCE, texts);
  const chosen = wanted;
  if (chosen !== SOURCE) awaitTexts(load(group, chosen).then((apply) => chosen === wanted && apply()));
  return texts as T;
}

/** Adds shared texts to the own ones. A copy of them would stay in one language, so they are inherited. */
export function inherit<O extends object, S extends object>(own: O, shared: S): O & S {
  return Object.setPrototypeOf(own, shared);
}

/** Makes `textsReady` wait for more. */
export function awaitTexts(loading: Promise<unknown>): void {
  pending = Promise.all([pending, loading]);
}

/** Settles when the texts of the modules that have been loaded are in the current language. */
export async function textsReady(): Promise<void> {
  // What loads may load more.
  for (let last: unknown; last !== pending; ) {
    last = pending;
    await last;
  }
}

/** A module that loads on demand, with its texts in the current language. */
export async function withTexts<T>(loading: Promise<T>): Promise<T> {
  const module = await loading;
  await textsReady();
  return module;
}

/** Reads the English texts of a group, with English plural forms. */
export function readEnglish<T>(group: string, read: (texts: Texts) => T): T {
  const before = shown;
  shown = SOURCE;
  try {
    return read(groups.get(group)?.[1] ?? {});
  } finally {
    shown = before;
  }
}

/**
 * Shows all texts in a language. Those that cannot be loaded remain in English.
 * @param code of the API, such as `zh-tw`
 */
export function setLanguage(code: string): Promise<void> {
  const chosen = code === 'no' ? 'nb' : code;
  wanted = chosen;
  const change = Promise.all([...groups.keys()].map((group) => load(group, chosen))).then((all) => {
    if (chosen !== wanted) return;
    for (const apply of all) apply();
    shown = chosen;
    document.documentElement.lang = languageTag();
    draw?.();
    refusals = undefined;
    // Loaded after the first draw. A refusal may occur without a connection.
    void fetchTexts('errors', chosen).then((texts) => {
      if (chosen === wanted) refusals = sentences(texts);
    });
  });
  awaitTexts(change);
  return textsReady();
}

/** Loads a catalogue. The returned function shows it. */
async function load(group: string, chosen: string): Promise<() => void> {
  const [texts, english] = groups.get(group) ?? [{}, {}];
  const others = await fetchTexts(group, chosen);
  return () => {
    replace(texts, sentences(others ?? english));
    changeGroup?.(group, chosen, texts);
  };
}

/** The texts of a group in a language; undefined when they cannot be loaded. */
export const textsOf = (group: string, chosen: string): Promise<Texts | undefined> =>
  chosen === SOURCE ? Promise.resolve(groups.get(group)?.[1]) : fetchTexts(group, chosen);

async function fetchTexts(group: string, chosen: string): Promise<Texts | undefined> {
  if (typeof __TEXTS__ === 'undefined' || chosen === SOURCE) return undefined;
  const path = pathOf(group, chosen);
  const module: { default: Build } | undefined = await import(/* @vite-ignore */ path).catch(() => undefined);
  return module?.default(digits, forms);
}

/** An error of the API. */
export interface Reason {
  /** In English. */
  message: string;
  reason?: string | undefined;
  params?: Readonly<Record<string, string | number>> | undefined;
}

let refusals: Texts | undefined;

/** The sentence of an error in the shown language. In English it is the message of the API. */
export function sentenceOf({ message, reason = 'not_possible', params }: Reason): string {
  const text = refusals?.[reason] ?? `${message.replace(/^./, (first) => first.toUpperCase())}.`;
  return typeof text === 'function' ? text(...(Object.values(params ?? []) as never[])) : (text as string);
}

const pathOf = (group: string, chosen: string) => `${__TEXTS__}/${chosen}/${group}.js`;

/** Paths of the catalogues with the shown texts; empty for English. */
export const shownCatalogues = (): readonly string[] =>
  shown === SOURCE ? [] : [...groups.keys()].map((group) => pathOf(group, shown));

function replace(texts: Texts, others: Texts): void {
  for (const [name, other] of Object.entries(others)) {
    const own = texts[name];
    if (typeof own === 'object' && typeof other === 'object') replace(own, other);
    else texts[name] = other;
  }
}

/** For messages: a number as its readers write it. */
export const digits = (value: number): string => value.toLocaleString(localeTags());

/** For messages: the plural form of a number. */
export function forms(value: number, texts: { readonly [form: string]: string }): string {
  return texts[new Intl.PluralRules(localeTags()).select(value)] ?? texts.other ?? '';
}

/** Names as a list: at most three items, or two names and the number of further names. */
export function listOf(names: readonly string[], others: (count: number) => string): string {
  const items = names.length <= 3 ? names : [...names.slice(0, 2), others(names.length - 2)];
  return new Intl.ListFormat(localeTags(), { type: 'conjunction' }).format(items.map(isolated));
}
