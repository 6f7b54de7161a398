import { enveloped, frameIn, type HostMessage, type SessionFrame } from '@ringbinder/protocol/embed.ts';
import type { EmbedBoot } from '../boot.ts';
import type { PageLink } from './server-link.ts';

/** A window that is isolated from its opener is connected through the server. */
export async function openPageLink(
  boot: EmbedBoot,
  onMessage: (frame: HostMessage) => void,
): Promise<PageLink> {
  const { origin, widget, module } = boot;
  if (!boot.is_popup) {
    const link = openWindowLink(window.parent, boot, onMessage);
    link.send({ type: 'ready', module });
    return link;
  }
  const code = location.hash.slice(1);
  history.replaceState(null, '', location.pathname + location.search);
  const { opener } = window as { opener: Window | null };
  if (code === '') {
    // A reload loses the code in the address, but the opener may still have the session.
    if (!opener) throw new Error('the window has no opener and no session'); // not shown
    const link = openWindowLink(opener, { origin, widget }, onMessage);
    link.send({ type: 'ready', module });
    return link;
  }
  const { openServerLink, takeSession } = await import('./server-link.ts');
  const session = await takeSession(boot, code);
  const link = opener
    ? openWindowLink(opener, { origin, widget }, onMessage)
    : openServerLink(boot, session.key, onMessage);
  onMessage(session.session satisfies SessionFrame);
  return link;
}

function openWindowLink(
  other: Window,
  { origin, widget }: Pick<EmbedBoot, 'origin' | 'widget'>,
  onMessage: (frame: HostMessage) => void,
): PageLink {
  addEventListener('message', (event) => {
    if (event.source !== other || event.origin !== origin) return;
    const frame = frameIn<HostMessage>(event.data, widget);
    if (frame) onMessage(frame);
  });
  return { send: (frame) => other.postMessage(enveloped(widget, frame), origin) };
}
