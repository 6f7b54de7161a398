import { isolated, sentences } from './en/sentences.ts';

/** Folder of translations. Without a build, there is only English. */
declare const __TEXTS__: string | undefined;

const SOURCE = 'en';

let shown = SOURCE;
let draw: (() => void) | undefined;

export const language = (): string => shown;

export function drawInLanguage(drawPage: () => void): void {
  draw = drawPage;
  draw();
}

export type Texts = { [name: string]: Texts | string | ((...values: never[]) => string) };
type Build = (number: typeof digits, plural: typeof forms) => Texts;

const groups = new Map<string, [texts: Texts, english: Texts]>();
let wanted = SOURCE;

type Change = (group: string, chosen: string, texts: Texts) => void;
let changeGroup: Change | undefined;

export function changeTexts(apply: Change): void {
  changeGroup = apply;
}

/** `Intl` uses the first supported tag. Chromium lacks Nynorsk, and would use the browser's language. */
export const localeTags = (tag = languageTag()): string[] => [tag, tag === 'nn' ? 'nb' : 'en'];

let pending: Promise<unknown> = Promise.resolve();

export const languageTag = (): string => (shown === SOURCE ? 'en-GB' : `${new Intl.Locale(shown)}`);

/** The texts change with the language, so do not store a text when a module loads. */
/* @__NO_SIDE_EFFECTS__ */
export function messages<T>(group: string, english: T): T {
  const texts = sentences(english) as Texts;
  groups.set(group, [texts, english as Texts]);
  changeGroup?.(group, SOURCE, texts);
  const chosen = wanted;
  if (chosen !== SOURCE) awaitTexts(load(group, chosen).then((apply) => chosen === wanted && apply()));
  return texts as T;
}

/** `own` inherits the shared texts, because copies would not change with the language. */
export function inherit<O extends object, S extends object>(own: O, shared: S): O & S {
  return Object.setPrototypeOf(own, shared);
}

export function awaitTexts(loading: Promise<unknown>): void {
  pending = Promise.all([pending, loading]);
}

export async function textsReady(): Promise<void> {
  // Loading texts may start to load others.
  for (let last: unknown; last !== pending; ) {
    last = pending;
    await last;
  }
}

export async function withTexts<T>(loading: Promise<T>): Promise<T> {
  const module = await loading;
  await textsReady();
  return module;
}

export function readEnglish<T>(group: string, read: (texts: Texts) => T): T {
  const before = shown;
  shown = SOURCE;
  try {
    return read(groups.get(group)?.[1] ?? {});
  } finally {
    shown = before;
  }
}

/** Texts that cannot be loaded are in English. */
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
    // Load the texts of errors now, because an error may occur offline.
    void fetchTexts('errors', chosen).then((texts) => {
      if (chosen === wanted) refusals = sentences(texts);
    });
  });
  awaitTexts(change);
  return textsReady();
}

async function load(group: string, chosen: string): Promise<() => void> {
  const [texts, english] = groups.get(group) ?? [{}, {}];
  const others = await fetchTexts(group, chosen);
  return () => {
    replace(texts, sentences(others ?? english));
    changeGroup?.(group, chosen, texts);
  };
}

export const textsOf = (group: string, chosen: string): Promise<Texts | undefined> =>
  chosen === SOURCE ? Promise.resolve(groups.get(group)?.[1]) : fetchTexts(group, chosen);

async function fetchTexts(group: string, chosen: string): Promise<Texts | undefined> {
  if (typeof __TEXTS__ === 'undefined' || chosen === SOURCE) return undefined;
  const path = pathOf(group, chosen);
  const module: { default: Build } | undefined = await import(/* @vite-ignore */ path).catch(() => undefined);
  return module?.default(digits, forms);
}

export interface Reason {
  /** In English. */
  message: string;
  reason?: string | undefined;
  params?: Readonly<Record<string, string | number>> | undefined;
}

let refusals: Texts | undefined;

export function sentenceOf({ message, reason = 'not_possible', params }: Reason): string {
  const text = refusals?.[reason] ?? `${message.replace(/^./, (first) => first.toUpperCase())}.`;
  return typeof text === 'function' ? text(...(Object.values(params ?? []) as never[])) : (text as string);
}

const pathOf = (group: string, chosen: string) => `${__TEXTS__}/${chosen}/${group}.js`;

export const shownCatalogues = (): readonly string[] =>
  shown === SOURCE ? [] : [...groups.keys()].map((group) => pathOf(group, shown));

function replace(texts: Texts, others: Texts): void {
  for (const [name, other] of Object.entries(others)) {
    const own = texts[name];
    if (typeof own === 'object' && typeof other === 'object') replace(own, other);
    else texts[name] = other;
  }
}

export const digits = (value: number): string => value.toLocaleString(localeTags());

export function forms(value: number, texts: { readonly [form: string]: string }): string {
  return texts[new Intl.PluralRules(localeTags()).select(value)] ?? texts.other ?? '';
}

export function listOf(names: readonly string[], others: (count: number) => string): string {
  return joinNames(names.length <= 3 ? names : [...names.slice(0, 2), others(names.length - 2)]);
}

export const joinNames = (names: readonly string[]): string =>
  new Intl.ListFormat(localeTags()).format(names.map(isolated));
