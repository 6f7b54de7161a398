import { enveloped, frameIn, type HostMessage, type ModuleMessage } from '@ringbinder/protocol/embed.ts';
import { moduleAddress } from './address.ts';
import { popupBlocked, type ServiceError } from './errors.ts';
import { pixels } from './legacy-options.ts';
import { post } from './post.ts';
import { randomId } from './random.ts';
import type { Relay } from './relay.ts';
import type { Transport, TransportParts } from './widget-types.ts';

export interface PreparedWindow {
  opened: Window;
  code: string;
}

export function featuresOf(width: number, height: number): string {
  const left = Math.max(0, Math.round(screenX + (outerWidth - width) / 2));
  const top = Math.max(0, Math.round(screenY + (outerHeight - height) / 2));
  return `popup,width=${width},height=${height},left=${left},top=${top}`;
}

export function openWindow({ spec, options }: TransportParts, address = '', name = '_blank'): Window | null {
  const width = pixels(options.iframewidth, spec.width, screen.availWidth);
  const height = pixels(options.iframeheight, spec.height, screen.availHeight);
  const features = [true, 'true', 1, '1'].includes(options.tab as string) ? '' : featuresOf(width, height);
  return window.open(address, name, features);
}

/**
 * Call it during a click. If `Cross-Origin-Opener-Policy` separates the window from this page, messages go
 * through the server.
 * @param prepared an open window that loads the module itself
 */
export function openPopup(parts: TransportParts, prepared?: PreparedWindow): Transport {
  const { id, call, spec, settings, receive, fail, session } = parts;
  const code = prepared?.code ?? randomId();
  // Browsers do not send a fragment to servers, and the window removes it.
  const address = `${moduleAddress(parts, id)}&popup=1#${code}`;
  const opened = prepared?.opened ?? openWindow(parts, address, `ringbinder-${spec.module}`);
  if (!opened) throw popupBlocked(call);
  opened.focus();
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
  /** This page cannot find a separated window by name, so the window must close itself. */
  function release(): void {
    if (way === 'relay') send({ type: 'close' });
    stop();
  }
  return {
    send,
    say: (words) => words && send({ type: 'problem', message: words }),
    // If Cross-Origin-Opener-Policy separates the window from this page, `opened.closed` is always true.
    isGone: () => way === 'window' && opened.closed,
    release,
    remove() {
      if (way !== 'relay') opened.close();
      release();
    },
  };
}
