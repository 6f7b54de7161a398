import { catalogueOf, languages } from '@ringbinder/locales';
import type { FastifyRequest } from 'fastify';
import { html, type Markup } from './markup.ts';
import type { Words } from './words.ts';

export const LANGUAGE_PARAMETER = 'language';

const base = 'http://own.invalid';
export const languageNames = languages
  .filter((code) => catalogueOf(code) === code)
  .map((code) => ({ code, tag: new Intl.Locale(code).toString(), name: nameOf(code) }))
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'));

function nameOf(code: string): string {
  const locale = new Intl.Locale(code === 'zh' ? 'zh-Hans' : code === 'zh-tw' ? 'zh-Hant' : code);
  const name = new Intl.DisplayNames([locale.toString()], { type: 'language' }).of(locale.toString()) ?? code;
  return name.charAt(0).toLocaleUpperCase(locale.toString()) + name.slice(1);
}

export function languageMenu(words: Words, { url }: Pick<FastifyRequest, 'url'>): Markup {
  const { pathname, searchParams } = new URL(url, base);
  const current = languageNames.find(({ tag }) => tag === words.tag)?.name ?? '';
  const links = languageNames.map(({ code, tag, name }) => {
    searchParams.set(LANGUAGE_PARAMETER, code);
    return html`<li><a href="${pathname}?${searchParams.toString()}" lang="${tag}" hreflang="${tag}"${tag === words.tag && html` aria-current="true"`}>${name}</a></li>`;
  });
  return html`<details class="languages"><summary>${words.text('page.language', { name: current })}</summary><ul>${links}</ul></details>`;
}

export function withoutLanguage(url: string): string {
  const { pathname, searchParams } = new URL(url, base);
  searchParams.delete(LANGUAGE_PARAMETER);
  const query = searchParams.toString();
  return query === '' ? pathname : `${pathname}?${query}`;
}
