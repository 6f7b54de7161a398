import { enveloped, frameIn, type HostFrame, type SessionFrame } from '@ringbinder/protocol/embed.ts';
import type { EmbedBoot } from '../boot.ts';
import type { PageLink } from './server-link.ts';

/**
 * Connects to the embedding page: the parent window, the opener or, if both are cut off, through the server. Only the
 * given origin and window are accepted and receive messages.
 * @param hear called with each frame
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
    // After a reload the session is gone from memory, but the host page may still be there.
    if (!opener) throw new Error('there is no session'); // not shown
    const link = openWindowLink(opener, { origin, widget }, hear);
    link.tell({ type: 'ready', module });
    return link;
  }
  // Only windows need it, not frames.
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
