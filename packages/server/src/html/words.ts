import { type Catalogue, catalogueOf, languages, openCatalogue } from '@ringbinder/locales';
import type { FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import type { Environment } from '../environment/environment.ts';
import { type Cookies, pageCookies } from './cookies.ts';
import { html, type Markup } from './markup.ts';

export type Words = Catalogue;

const COOKIE = 'language';
const YEAR_S = 365 * 24 * 60 * 60;
export const DEFAULT_LANGUAGE = 'en';

type Request = Parameters<Cookies['read']>[0];

export function acceptedLanguage(header: string | undefined): string | undefined {
  const accepted = new Negotiator({ headers: { 'accept-language': header } }).languages();
  return accepted.map(ownLanguage).find((each) => each !== undefined);
}

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

export interface LanguageRow {
  language: string;
  /** Equal to `language` until someone chooses a language. */
  default_language: string | null;
}

export function languageFor(env: Environment, request: Request, person?: LanguageRow): string {
  if (person && person.language !== person.default_language) return person.language;
  const cookieLanguage = pageCookies(env).read(request, COOKIE);
  if (cookieLanguage !== undefined && languages.includes(cookieLanguage)) return cookieLanguage;
  return acceptedLanguage(request.headers['accept-language']) ?? person?.language ?? DEFAULT_LANGUAGE;
}

export const wordsFor = (env: Environment, request: Request, person?: LanguageRow): Promise<Words> =>
  openCatalogue(languageFor(env, request, person));

export function rememberLanguage(env: Environment, reply: FastifyReply, language: string): void {
  pageCookies(env).set(reply, COOKIE, catalogueOf(language), { seconds: YEAR_S });
}

export function sentence(
  words: Words,
  id: string,
  values: Readonly<Record<string, Markup>>,
): readonly (Markup | string)[] {
  const names = Object.keys(values);
  const text = words.text(id, Object.fromEntries(names.map((name) => [name, `\u0000${name}\u0000`])));
  return text.split('\u0000').map((part, index) => (index % 2 === 1 && values[part]) || part);
}

export function technicalDetail(message: string): Markup {
  return html`<p class="small muted" lang="en" data-technical>${message}</p>`;
}
