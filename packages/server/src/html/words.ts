import { type Catalogue, catalogueOf, languages, openCatalogue } from '@ringbinder/locales';
import type { FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import type { Environment } from '../environment/environment.ts';
import { type Cookies, pageCookies } from './cookies.ts';
import { html, type Markup } from './markup.ts';

export type Words = Catalogue;

const COOKIE = 'language';
const YEAR_S = 365 * 24 * 60 * 60;
const DEFAULT = 'en';

type Request = Parameters<Cookies['read']>[0];

/** Skips unknown languages. */
export function acceptedLanguage(header: string | undefined): string {
  const accepted = new Negotiator({ headers: { 'accept-language': header } }).languages();
  return accepted.map(ownLanguage).find((each) => each !== undefined) ?? DEFAULT;
}

/** Chinese languages differ by script, so `zh-HK` is traditional. */
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
 * The person's language, then the browser's remembered one, then Accept-Language. `en` may be unchosen, so a
 * remembered choice precedes it.
 */
export function wordsFor(env: Environment, request: Request, person?: { language: string }): Promise<Words> {
  if (person && person.language !== DEFAULT) return openCatalogue(person.language);
  const remembered = pageCookies(env).read(request, COOKIE);
  if (remembered !== undefined && languages.includes(remembered)) return openCatalogue(remembered);
  return openCatalogue(person?.language ?? acceptedLanguage(request.headers['accept-language']));
}

export function rememberLanguage(env: Environment, reply: FastifyReply, language: string): void {
  pageCookies(env).set(reply, COOKIE, catalogueOf(language), { seconds: YEAR_S });
}

/** Escapes everything except the placeholders' markup. */
export function sentence(
  words: Words,
  id: string,
  values: Readonly<Record<string, Markup>>,
): readonly (Markup | string)[] {
  const names = Object.keys(values);
  const text = words.text(id, Object.fromEntries(names.map((name) => [name, `\u0000${name}\u0000`])));
  // Every second part is a placeholder.
  return text.split('\u0000').map((part, index) => (index % 2 === 1 && values[part]) || part);
}

/** English in each language. */
export function technicalDetail(message: string): Markup {
  return html`<p class="small muted" lang="en" data-technical>${message}</p>`;
}
