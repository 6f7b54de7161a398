import { openCatalogue } from '@ringbinder/locales';
import type { RenderedPage } from '../http/index.ts';
import { html } from './markup.ts';
import { renderPage } from './page.ts';
import { acceptedLanguage, DEFAULT_LANGUAGE } from './words.ts';

export async function serviceUnavailablePage(acceptLanguage: string | undefined): Promise<RenderedPage> {
  const { tag, text } = await openCatalogue(acceptedLanguage(acceptLanguage) ?? DEFAULT_LANGUAGE);
  return renderPage({
    language: tag,
    title: text('page.busy_title'),
    content: html`<header><h1>${text('page.busy')}</h1><p class="muted">${text('page.busy_explain')}</p></header>
<p>${text('page.busy_reload')}</p>`,
  });
}
