import { enveloped, frameIn, type HostFrame, type SessionFrame } from '@ringbinder/protocol/embed.ts';
import type { EmbedBoot } from '../boot.ts';
import type { PageLink } from './server-link.ts';

/**
 * Finds the page that a module was embedded by, and hears it: the window around, the one that opened this, or over the
 * server where that is cut off. Only the origin that the server names is heard, of that one window, and told anything.
 * @param hear is called with each frame
 */
export async function openPageLink(boot: EmbedBoot, hear: (frame: HostFrame) => void): Promise<PageLink> {
  const { origin, widget, module } = boot;
  if (!boot.is_popup) {
    const link = openWindowLink(window.parent, boot, hear);
    link.tell({ type: 'ready', module });
    return link;
  }
  const code = location.hash.slice(1);
  history.replaceState(null, '', location.pathname + location.search);
  const { opener } = window as { opener: Window | null };
  if (code === '') {
    // Loaded anew: what it had is gone with its memory, and the page may still be there.
    if (!opener) throw new Error('there is no session'); // not shown
    const link = openWindowLink(opener, { origin, widget }, hear);
    link.tell({ type: 'ready', module });
    return link;
  }
  // Frames have no use for it.
  const { openServerLink, takeSession } = await import('./server-link.ts');
  const taken = await takeSession(boot, code);
  const link = opener
    ? openWindowLink(opener, { origin, widget }, hear)
    : openServerLink(boot, taken.key, hear);
  hear(taken.session satisfies SessionFrame);
  return link;
}

function openWindowLink(
  other: Window,
  { origin, widget }: Pick<EmbedBoot, 'origin' | 'widget'>,
  hear: (frame: HostFrame) => void,
): PageLink {
  addEventListener('message', (event) => {
    if (event.source !== other || event.origin !== origin) return;
    const frame = frameIn<HostFrame>(event.data, widget);
    if (frame) hear(frame);
  });
  return { tell: (frame) => other.postMessage(enveloped(widget, frame), origin) };
}
