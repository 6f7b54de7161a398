import { enveloped, frameIn, type HostFrame, type ModuleFrame } from '@ringbinder/protocol/embed.ts';
import { moduleAddress } from './address.ts';
import { popupBlocked, type ServiceError } from './errors.ts';
import { pixels } from './loose.ts';
import { post } from './post.ts';
import { randomId } from './random.ts';
import type { Relay } from './relay.ts';
import type { Transport, TransportParts } from './widget-types.ts';

/** A window that is open already, and the code by which it will take its session. */
export interface PreparedWindow {
  opened: Window;
  code: string;
}

/** What `window.open` takes for a window of a size, over the middle of this one. */
export function featuresOf(width: number, height: number): string {
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/** Opens a window as large as a module is, or as its options say, in the middle. Gives null when that is blocked. */
export function openWindow({ shown, options }: TransportParts, address = '', name = '_blank'): Window | null {
  const width = pixels(options.iframewidth, shown.width, screen.availWidth);
  const height = pixels(options.iframeheight, shown.height, screen.availHeight);
  // A tab instead, where that is asked for; otherwise `tab` names a part of the binder.
  const features = [true, 'true', 1, '1'].includes(options.tab as string) ? '' : featuresOf(width, height);
  return window.open(address, name, features);
}

/**
 * Shows a module in a window of its own, which has to be opened within a click. A window of that name is used again. It
 * gets its session from the server, by a code that is good once. What it tells comes by postMessage; a page with
 * `Cross-Origin-Opener-Policy: same-origin` is cut off from its windows, so there it comes over the server as well.
 * @param prepared a window that goes to the module by itself
 */
export function openPopup(parts: TransportParts, prepared?: PreparedWindow): Transport {
  const { id, call, shown, settings, receive, fail, session } = parts;
  const code = prepared?.code ?? randomId();
  // The code stands behind the #, which is sent to no server and written into no log, and the window takes it away.
  const address = `${moduleAddress(parts, id)}&popup=1#${code}`;
  const opened = prepared?.opened ?? openWindow(parts, address, `ringbinder-${shown.module}`);
  if (!opened) throw popupBlocked(call);
  opened.focus();
  // Whichever way the window is heard first is the way.
  let way: 'unknown' | 'window' | 'relay' = 'unknown';
  let relay: Relay | undefined;
  let isOver = false;
  const waiting: HostFrame[] = [];

  function hear({ source, origin, data }: MessageEvent): void {
    if (source !== opened || origin !== settings.origin) return;
    const heard = frameIn<ModuleFrame>(data, id);
    if (heard) hearBy('window', heard);
  }
  function hearBy(which: 'window' | 'relay', frame: ModuleFrame): void {
    if (way === 'unknown') {
      way = which;
      if (way === 'window') relay?.close();
      for (const each of waiting.splice(0)) send(each);
    }
    if (way === which) receive(frame);
  }
  addEventListener('message', hear);
  const key = randomId();
  const { token: access_token, ...rest } = session();
  post(settings, 'popups', { client_id: settings.clientId, access_token, code, key, session: rest })
    .then(
      async () => {
        // What is heard at the server few pages need, so it is loaded for itself.
        const { openRelay } = await parts.loadMore();
        if (way === 'unknown' && !isOver)
          relay = openRelay({ settings, key, receive: (frame) => hearBy('relay', frame) });
      },
      (error: ServiceError) => {
        stop();
        if (!opened.closed) opened.close();
        fail(error);
      },
    )
    .catch(() => undefined);

  function send(frame: HostFrame): void {
    if (way === 'unknown') waiting.push(frame);
    else if (way === 'relay') relay?.send(frame);
    else opened?.postMessage(enveloped(id, frame), settings.origin);
  }
  function stop(): void {
    isOver = true;
    removeEventListener('message', hear);
    relay?.close();
  }
  /** Where it is cut off, its name finds it no more: the next one is another window. */
  function release(): void {
    if (way === 'relay') send({ type: 'close' });
    stop();
  }
  return {
    send,
    say: (words) => words && send({ type: 'problem', message: words }),
    // Where it is cut off it seems to be closed from the beginning.
    isGone: () => way === 'window' && opened.closed,
    release,
    remove() {
      if (way !== 'relay') opened.close();
      release();
    },
  };
}
