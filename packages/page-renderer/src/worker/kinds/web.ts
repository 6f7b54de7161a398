import { decodeHtml } from '../text.ts';
import type { Kind } from './kind.ts';
import { textSheet } from './text-sheet.ts';

const sheet = textSheet({
  pageType: 'PAGE_TYPE_WEB',
  maxBytes: 4 * 1024 ** 2,
  decode: decodeHtml,
  async isShown(html) {
    const { cleanWebPage, isTooDeep } = await import('../web-page.ts');
    if (isTooDeep(html)) return false;
    // If sanitising takes too long, the page is rejected at upload and not only when someone views it.
    cleanWebPage(html);
    return true;
  },
  async readable(html) {
    const { cleanWebPage, textOfWebPage } = await import('../web-page.ts');
    return textOfWebPage(cleanWebPage(html));
  },
});

/**
 * HTML files, shown as sanitised text. There is no browser to draw them, so the picture is a sheet with their words.
 */
export const web: Kind = {
  ...sheet,
  async sanitise(file) {
    const { cleanWebPage } = await import('../web-page.ts');
    return Buffer.from(cleanWebPage(await sheet.decoded(file)));
  },
};
