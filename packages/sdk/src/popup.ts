import { enveloped, frameIn, type HostMessage, type ModuleMessage } from '@ringbinder/protocol/embed.ts';
import { moduleAddress } from './address.ts';
import { popupBlocked, type ServiceError } from './errors.ts';
import { pixels } from './legacy-options.ts';
import { post } from './post.ts';
import { randomId } from './random.ts';
import type { Relay } from './relay.ts';
import type { Transport, TransportParts } from './widget-types.ts';

/** An open window, and the code with which it will take its session. */
export interface PreparedWindow {
  opened: Window;
  code: string;
}

/** `window.open` features for a size, centred over this window. */
export function featuresOf(width: number, height: number): string {
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

/** Opens a centred window in the module's size or that of its options. Returns null if blocked. */
export function openWindow({ spec, options }: TransportParts, address = '', name = '_blank'): Window | null {
  const width = pixels(options.iframewidth, spec.width, screen.availWidth);
  const height = pixels(options.iframeheight, spec.height, screen.availHeight);
  // A tab if requested; otherwise `tab` names a section of the binder.
  const features = [true, 'true', 1, '1'].includes(options.tab as string) ? '' : featuresOf(width, height);
  return window.open(address, name, features);
}

/**
 * Shows a module in a window, which must be opened during a click. A window of the same name is reused. It gets its
 * session from the server with a one-time code. Messages arrive by postMessage. `Cross-Origin-Opener-Policy:
 * same-origin` cuts a page off from its windows, so messages can also pass through the server.
 * @param prepared a window that opens the module itself
 */
export function openPopup(parts: TransportParts, prepared?: PreparedWindow): Transport {
  const { id, call, spec, settings, receive, fail, session } = parts;
  const code = prepared?.code ?? randomId();
  // The code is in the fragment, which no server receives or logs, and the window removes it.
  const address = `${moduleAddress(parts, id)}&popup=1#${code}`;
  const opened = prepared?.opened ?? openWindow(parts, address, `ringbinder-${spec.module}`);
  if (!opened) throw popupBlocked(call);
  opened.focus();
  // The first route with a message is used.
  let way: 'unknown' | 'window' | 'relay' = 'unknown';
  let relay: Relay | undefined;
  let isOver = false;
  const waiting: HostMessage[] = [];

  function onMessage({ source, origin, data }: MessageEvent): void {
    if (source !== opened || origin !== settings.origin) return;
    const message = frameIn<ModuleMessage>(data, id);
    if (message) receiveBy('window', message);
  }
  function receiveBy(which: 'window' | 'relay', frame: ModuleMessage): void {
    if (way === 'unknown') {
      way = which;
      if (way === 'window') relay?.close();
      for (const each of waiting.splice(0)) send(each);
    }
    if (way === which) receive(frame);
  }
  addEventListener('message', onMessage);
  const key = randomId();
  const { token: access_token, ...rest } = session();
  post(settings, 'popups', { client_id: settings.clientId, access_token, code, key, session: rest })
    .then(
      async () => {
        // Few pages need the relay, so it loads separately.
        const { openRelay } = await parts.loadMore();
        if (way === 'unknown' && !isOver)
          relay = openRelay({ settings, key, receive: (frame) => receiveBy('relay', frame) });
      },
      (error: ServiceError) => {
        stop();
        if (!opened.closed) opened.close();
        fail(error);
      },
    )
    .catch(() => undefined);

  function send(frame: HostMessage): void {
    if (way === 'unknown') waiting.push(frame);
    else if (way === 'relay') relay?.send(frame);
    else opened?.postMessage(enveloped(id, frame), settings.origin);
  }
  function stop(): void {
    isOver = true;
    removeEventListener('message', onMessage);
    relay?.close();
  }
  /** A window that is cut off cannot be found by name; the next one is a new window. */
  function release(): void {
    if (way === 'relay') send({ type: 'close' });
    stop();
  }
  return {
    send,
    say: (words) => words && send({ type: 'problem', message: words }),
    // A window that is cut off appears closed from the start.
    isGone: () => way === 'window' && opened.closed,
    release,
    remove() {
      if (way !== 'relay') opened.close();
      release();
    },
  };
}
