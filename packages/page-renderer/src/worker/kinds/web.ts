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
    // Clean the page now, so that a page that takes too long is rejected at upload.
    cleanWebPage(html);
    return true;
  },
  async readable(html) {
    const { cleanWebPage, textOfWebPage } = await import('../web-page.ts');
    return textOfWebPage(cleanWebPage(html));
  },
});

export const web: Kind = {
  ...sheet,
  async sanitise(file) {
    const { cleanWebPage } = await import('../web-page.ts');
    return Buffer.from(cleanWebPage(await sheet.decoded(file)));
  },
};
