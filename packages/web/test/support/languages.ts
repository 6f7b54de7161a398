import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import { catalogueOf, compileMessages, type Message, parseMessage, readMessages } from '@ringbinder/locales';
import type { Locator, Page } from '@ringbinder/testkit/playwright/index.ts';

const GROUPS = readdirSync(new URL('../../src/strings/messages/', import.meta.url)).map((file) =>
  file.slice(0, -'.ts'.length).replaceAll('-', '_'),
);

const isOfPage = ({ id }: Message) => GROUPS.includes(id.slice(0, id.indexOf('.')));

const messagesIn = (language: string) =>
  readMessages(
    readFileSync(new URL(`../../../../locales/${catalogueOf(language)}.po`, import.meta.url), 'utf8'),
  );

const TEXTS = `(root) => {
  const found = [];
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    // The words of a document are nobody's translation.
    if (isShown(node.parentElement) && !node.parentElement.closest('.text-layer')) found.push(node.data);
  for (const element of root.querySelectorAll('[aria-label], [title], [placeholder], [data-placeholder]'))
    if (isShown(element))
      for (const name of ['aria-label', 'title', 'placeholder', 'data-placeholder'])
        found.push(element.getAttribute(name) ?? '');
  return found.flatMap((each) => each.split('\\n')).map((each) => each.trim()).filter(Boolean);
}`;

/** @param least minimum number of texts */
export async function assertNoEnglish(
  page: Page,
  language: string,
  selector = 'body',
  least = 6,
): Promise<void> {
  const { english, count } = await findEnglish(page.locator(selector), language);
  assert.deepEqual(english, []);
  assert.ok(count >= least, `only ${count} texts`);
}

export async function findEnglish(
  within: Locator,
  language: string,
): Promise<{ english: string[]; count: number }> {
  const shown = (await within.evaluate(new Function('root', `return (${TEXTS})(root)`) as never)) as string[];
  const { exact, patterns, own } = englishOf(language);
  const idsFor = (text: string) => [
    ...(exact.get(text) ?? []),
    ...(own.some((pattern) => pattern.test(text) || pattern.test(text.replace(/ \d+$/, '')))
      ? []
      : patterns.filter(({ pattern }) => pattern.test(text)).map(({ id }) => id)),
  ];
  const ownDays = new Set(daysAndMonths(language));
  const datesIn = (text: string) =>
    (text.match(/\p{L}+/gu) ?? []).filter((word) => ENGLISH_DAYS.has(word) && !ownDays.has(word));
  const english = [...new Set(shown)].flatMap((text) =>
    [...idsFor(text), ...datesIn(text)].map((id) => `${id}: ${text}`),
  );
  return { english, count: shown.length };
}

function daysAndMonths(tag: string): string[] {
  const weekday = new Intl.DateTimeFormat(tag, { weekday: 'long', timeZone: 'UTC' });
  const month = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' });
  return [
    ...Array.from({ length: 7 }, (_, day) => weekday.format(Date.UTC(2024, 0, day + 1))),
    ...Array.from({ length: 12 }, (_, each) => month.format(Date.UTC(2024, each))),
  ];
}

/** Excludes words that have another meaning, such as May. */
const ENGLISH_DAYS = new Set(daysAndMonths('en').filter((each) => each !== 'May' && each !== 'March'));

interface EnglishTexts {
  exact: ReadonlyMap<string, string[]>;
  patterns: readonly { id: string; pattern: RegExp }[];
  own: readonly RegExp[];
}

const englishTexts = new Map<string, EnglishTexts>();

function englishOf(language: string): EnglishTexts {
  const known = englishTexts.get(language);
  if (known) return known;
  const exact = new Map<string, string[]>();
  const patterns: { id: string; pattern: RegExp }[] = [];
  const all = messagesIn(language);
  const translations = new Set(all.map(({ translation }) => translation));
  for (const { id, english, translation } of all) {
    if (english === translation || translations.has(english)) continue;
    if (english.includes('{')) patterns.push(...patternsOf(english).map((pattern) => ({ id, pattern })));
    else if (/\p{L}{2}/u.test(english)) exact.set(english, [...(exact.get(english) ?? []), id]);
  }
  const texts = { exact, patterns, own: all.flatMap(({ translation }) => patternsOf(translation)) };
  englishTexts.set(language, texts);
  return texts;
}

function patternsOf(text: string): RegExp[] {
  const elements = parseMessage(text);
  const [only] = elements;
  const forms =
    only?.type === TYPE.plural ? Object.values(only.options).map(({ value }) => value) : [elements];
  return forms
    .filter((form) => form.some((each) => each.type === TYPE.literal && /\p{L}{3}/u.test(each.value)))
    .map((form) => form.map(sourceOf).join(''))
    .map((source) => new RegExp(`^${source}$`, 'u'));
}

function sourceOf(element: MessageFormatElement): string {
  if (element.type === TYPE.literal) return quoted(element.value);
  return element.type === TYPE.number || element.type === TYPE.pound ? '\\d[\\d.,\\s]*' : '.+';
}

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export async function usePseudoLocale(page: Page): Promise<void> {
  const english = new Map(
    messagesIn('en')
      .filter(isOfPage)
      .map((message) => [message.id, message.english]),
  );
  const pseudo = new Map([...english].map(([id, text]) => [id, printAST(parseMessage(text).map(stretch))]));
  await page.context().route(/\/assets\/texts-\w+\/de\/([\w-]+)\.js$/, (route) => {
    const group = /([\w-]+)\.js$/.exec(route.request().url())?.[1] ?? '';
    const body = `export default (digits, forms) => (${compileMessages(group, english, pseudo)});`;
    return route.fulfill({ contentType: 'text/javascript', body });
  });
}

export async function drawRightToLeft(page: Page): Promise<void> {
  await page.addInitScript(`new MutationObserver(() => {
    if (document.documentElement) document.documentElement.dir = 'rtl';
  }).observe(document, { childList: true })`);
}

function stretch(element: MessageFormatElement): MessageFormatElement {
  if (element.type === TYPE.literal) return { ...element, value: pseudoOf(element.value) };
  if (element.type !== TYPE.plural) return element;
  const options = Object.entries(element.options).map(
    ([key, { value }]) => [key, { value: value.map(stretch) }] as const,
  );
  return { ...element, options: Object.fromEntries(options) } as MessageFormatElement;
}

function pseudoOf(text: string): string {
  const accented = text.replace(/[aeiouAEIOU]/g, (letter) => `${letter}\u0301`.normalize('NFC'));
  return /\p{L}/u.test(text)
    ? `[${accented}${'~'.repeat(Math.max(0, Math.ceil(text.length * 0.4) - 2))}]`
    : text;
}

const FAULTS = `(() => {
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 2;
  const nameOf = (element) => element.tagName + '.' + element.className + ' ' + element.textContent.trim().slice(0, 40);
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is ' + document.documentElement.scrollWidth + ' wide');
  for (const element of document.querySelectorAll('button, a, p, h1, h2, h3, label, dd, dt, span, strong')) {
    if (!isShown(element) || !element.textContent.trim()) continue;
    const { overflowX } = getComputedStyle(element);
    if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1 && !element.closest('bdi, [dir=auto], .hidden-visually'))
      faults.push('cut: ' + nameOf(element));
  }
  const controls = [...document.querySelectorAll(':is(.chat, .section-page) :is(button, a, [data-composer])')].filter(isShown);
  // A list that scrolls shows a part of its content.
  const boxOf = (element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let part = element.parentElement; part; part = part.parentElement)
      if (getComputedStyle(part).overflowY !== 'visible') {
        const shown = part.getBoundingClientRect();
        top = Math.max(top, shown.top);
        bottom = Math.min(bottom, shown.bottom);
      }
    return { left, right, top, bottom };
  };
  const boxes = controls.map((element) => [element, boxOf(element)]);
  for (const [element, box] of boxes) {
    if (box.left < -1 || box.right > innerWidth + 1) faults.push('outside: ' + nameOf(element));
    for (const [other, its] of boxes)
      if (element !== other && !element.contains(other) && !other.contains(element)
        && Math.min(box.right, its.right) - Math.max(box.left, its.left) > 2
        && Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top) > 2
        && !element.closest('.action-bar, .jump, .choose') && !other.closest('.action-bar, .jump, .choose')
        // Panels, dialogs and pickers cover the others.
        && element.closest('.chat-panel, dialog, [popover]') === other.closest('.chat-panel, dialog, [popover]'))
        faults.push('overlap: ' + nameOf(element) + ' / ' + nameOf(other));
  }
  return faults;
})()`;

export const findFaults = (page: Page): Promise<string[]> => page.evaluate(FAULTS);

export async function assertNothingIsCut(page: Page): Promise<void> {
  assert.deepEqual(await findFaults(page), []);
}
