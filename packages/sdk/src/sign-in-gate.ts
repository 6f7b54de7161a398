import { popupBlocked } from './errors.ts';
import { openWindow, type PreparedWindow } from './popup.ts';
import { randomId } from './random.ts';
import type { SignInLoader } from './sign-in.ts';
import type { Transport, TransportParts } from './widget-types.ts';

/** Throws ServiceError if the browser blocks the window. */
export function openSignInGate(
  parts: TransportParts,
  tag: Element | undefined,
  signInLoader: SignInLoader,
  show: (prepared?: PreparedWindow) => Transport,
): Transport {
  let inner: Transport | undefined;
  let isOver = false;
  const began = tag ? (navigator.userActivation?.isActive ? signInLoader.open() : null) : openWindow(parts);
  const prepared = !tag && began ? { opened: began, code: randomId() } : undefined;
  if (!tag && !prepared) throw popupBlocked(parts.call);
  signInLoader.use((signIn) => isOver || inner || signIn.gate(parts, tag, began, prepared?.code), parts.fail);
  function end(): void {
    isOver = true;
    if (tag) signInLoader.forget(tag);
  }
  return {
    say: (words) => inner?.say(words),
    isGone: () => (inner ? inner.isGone() : tag !== undefined && !tag.isConnected),
    send(frame) {
      if (inner) inner.send(frame);
      else if (frame.type === 'token') {
        if (tag) signInLoader.forget(tag);
        inner = show(prepared);
      }
    },
    release() {
      end();
      inner?.release();
      if (!inner) prepared?.opened.close();
    },
    remove() {
      end();
      inner?.remove();
      if (!inner) prepared?.opened.close();
    },
  };
}
