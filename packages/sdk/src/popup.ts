import { enveloped, frameIn, type HostFrame, type ModuleFrame } from '@ringbinder/protocol/embed.ts';
import { moduleAddress } from './address.ts';
import { popupBlocked } from './errors.ts';
import { pixels } from './loose.ts';
import { randomId } from './random.ts';
import { openRelay, type Relay } from './relay.ts';
import type { Transport, TransportParts } from './widget.ts';

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
  const waiting: HostFrame[] = [];

  function hear({ source, origin, data }: MessageEvent): void {
    if (source !== opened || origin !== settings.origin) return;
    const heard = frameIn<ModuleFrame>(data, id);
    if (!heard || way === 'relay') return;
    if (way === 'unknown') {
      way = 'window';
      relay.close();
      for (const each of waiting.splice(0)) sendToWindow(each);
    }
    receive(heard);
  }
  addEventListener('message', hear);
  const relay: Relay = openRelay({
    settings,
    session: session(),
    code,
    receive(frame) {
      if (way === 'window') return;
      way = 'relay';
      for (const each of waiting.splice(0)) relay.send(each);
      receive(frame);
    },
    fail(error) {
      stop();
      if (!opened.closed) opened.close();
      fail(error);
    },
  });

  function sendToWindow(frame: HostFrame): void {
    opened?.postMessage(enveloped(id, frame), settings.origin);
  }
  function stop(): void {
    removeEventListener('message', hear);
    relay.close();
  }
  return {
    send(frame) {
      if (way === 'window') sendToWindow(frame);
      else if (way === 'relay') relay.send(frame);
      else waiting.push(frame);
    },
    // Where it is cut off, its name finds it no more: the next one is another window.
    release() {
      if (way === 'relay') relay.send({ type: 'close' });
      stop();
    },
    remove() {
      if (way === 'relay') relay.send({ type: 'close' });
      else opened.close();
      stop();
    },
  };
}
