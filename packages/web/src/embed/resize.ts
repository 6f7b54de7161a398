import { followSize } from './content-size.ts';
import type { EmbedParts } from './module.ts';

export function resizeToContent({ session, element }: Pick<EmbedParts, 'session' | 'element'>): void {
  if (session.options.peek().iframeheight !== 'auto') return;
  element.dataset.fit = '';
  followSize(element, session.send);
}
