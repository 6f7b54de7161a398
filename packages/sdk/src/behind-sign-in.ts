import { popupBlocked } from './errors.ts';
import { size } from './loose.ts';
import { openWindow, type PreparedWindow } from './popup.ts';
import { randomId } from './random.ts';
import type { SignInLoader } from './sign-in.ts';
import type { Transport, TransportParts } from './widget.ts';

/**
 * Stands where a module will be, until whoever looks at the page is signed in. Within a click the window for that opens at once; a
 * module that is to be shown in a window comes in the same one afterwards. Throws ServiceError where that is blocked.
 * @param show shows the module
 */
export function openBehindSignIn(
  parts: TransportParts,
  tag: Element | undefined,
  signInLoader: SignInLoader,
  show: (prepared?: PreparedWindow) => Transport,
): Transport {
  const { id, shown, options, fail } = parts;
  let inner: Transport | undefined;
  let isOver = false;
  let prepared: PreparedWindow | undefined;
  if (!tag) {
    const opened = openWindow(parts);
    if (!opened) throw popupBlocked(parts.call);
    prepared = { opened, code: randomId() };
  }
  const began = tag && navigator.userActivation?.isActive ? signInLoader.open() : null;
  signInLoader.use((signIn) => {
    if (isOver || inner) return;
    if (prepared)
      return signIn.begin(prepared.opened, { module: shown.module, widget: id, code: prepared.code }, fail);
    const height = options.iframeheight === 'auto' ? '' : options.iframeheight;
    if (tag)
      signIn.ask(tag, {
        size: { width: size(options.iframewidth, shown.width), height: size(height, shown.height) },
        isBegun: began !== null,
        fail,
      });
    if (began) signIn.begin(began);
  }, fail);
  function end(): void {
    isOver = true;
    if (tag) signInLoader.forget(tag);
  }
  return {
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
