import { type Catalogue, catalogueOf, languages, openCatalogue } from '@ringbinder/locales';
import type { FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import type { Environment } from '../environment/environment.ts';
import { type Cookies, pageCookies } from './cookies.ts';
import { html, type Markup } from './markup.ts';

/** The texts of a page, in its language. */
export type Words = Catalogue;

const COOKIE = 'language';
const YEAR_S = 365 * 24 * 60 * 60;
const DEFAULT = 'en';

type Request = Parameters<Cookies['read']>[0];

/** @param header the value of an `Accept-Language`; unknown languages are skipped */
export function acceptedLanguage(header: string | undefined): string {
  const accepted = new Negotiator({ headers: { 'accept-language': header } }).languages();
  return accepted.map(ownLanguage).find((each) => each !== undefined) ?? DEFAULT;
}

/** Chinese is told apart by its script, so that `zh-HK` is traditional. */
function ownLanguage(tag: string): string | undefined {
  if (!/^[\w-]{2,35}$/.test(tag)) return undefined;
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    const name = language === 'zh' && script === 'Hant' ? 'zh-tw' : language;
    return languages.includes(name) ? catalogueOf(name) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The texts for a visitor, in the language of the person, else that which the browser remembers, else that which it
 * accepts. `en` is also the language of people who have not chosen one, so a remembered choice comes before it.
 */
export function wordsFor(env: Environment, request: Request, person?: { language: string }): Promise<Words> {
  if (person && person.language !== DEFAULT) return openCatalogue(person.language);
  const remembered = pageCookies(env).read(request, COOKIE);
  if (remembered !== undefined && languages.includes(remembered)) return openCatalogue(remembered);
  return openCatalogue(person?.language ?? acceptedLanguage(request.headers['accept-language']));
}

/** For a year. */
export function rememberLanguage(env: Environment, reply: FastifyReply, language: string): void {
  pageCookies(env).set(reply, COOKIE, catalogueOf(language), { seconds: YEAR_S });
}

/** The text with markup in place of its placeholders. Everything else of it is escaped. */
export function sentence(
  words: Words,
  id: string,
  values: Readonly<Record<string, Markup>>,
): readonly (Markup | string)[] {
  const names = Object.keys(values);
  const text = words.text(id, Object.fromEntries(names.map((name) => [name, `\u0000${name}\u0000`])));
  // Every second part is the name of a placeholder.
  return text.split('\u0000').map((part, index) => (index % 2 === 1 && values[part]) || part);
}

/** A message of the server for developers or administrators. It is in English in each language. */
export function technicalDetail(message: string): Markup {
  return html`<p class="small muted" lang="en" data-technical>${message}</p>`;
}
