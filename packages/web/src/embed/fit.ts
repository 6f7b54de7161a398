import { followSize } from './content-size.ts';
import type { EmbedParts } from './module.ts';

/** Makes a module as high as its content where the page asks for it by `iframeheight: 'auto'`, and tells that height. */
export function fitContent({ session, element }: Pick<EmbedParts, 'session' | 'element'>): void {
  if (session.options.peek().iframeheight !== 'auto') return;
  element.dataset.fit = '';
  followSize(element, session.tell);
}
