import {
  enveloped,
  frameIn,
  type HostMessage,
  type ModuleMessage,
  moduleTitles,
} from '@ringbinder/protocol/embed.ts';
import { moduleAddress } from './address.ts';
import { ALLOW } from './allow.ts';
import { flag, size } from './legacy-options.ts';
import { MARK, notice } from './notice.ts';
import type { Transport, TransportParts } from './widget-types.ts';

const BORDER = '1px solid color-mix(in srgb, currentColor 22%, transparent)';

/** Accepts messages only from the frame's window and the server's origin. */
export function openFrame(element: Element, parts: TransportParts): Transport {
  const { id, spec, settings, options, receive } = parts;
  const frame = frameOf(element);
  const { style } = frame;
  style.display = '';
  style.width = size(options.iframewidth, spec.width);
  style.height = size(options.iframeheight, spec.height);
  const isFitting = (options.iframeheight || (spec.isFitting && 'auto')) === 'auto';
  style.maxWidth = '100%';
  style.border = flag(options.border, true) ? BORDER : '0';
  frame.scrolling = flag(options.scroll, false) ? 'auto' : 'no';
  frame.title = moduleTitles[spec.module];
  frame.allow = flag(options.allowfullscreen, true) ? ALLOW : ALLOW.replace('fullscreen; ', '');
  const address = moduleAddress(parts, id);
  // Setting `src` again would add a history entry.
  if (frame.contentWindow && frame.isConnected) frame.contentWindow.location.replace(address);
  else {
    frame.src = address;
    element.append(frame);
  }
  let wasThere = frame.isConnected;

  function onMessage({ source, origin, data }: MessageEvent): void {
    if (source !== frame.contentWindow || origin !== settings.origin) return;
    const message = frameIn<ModuleMessage>(data, id);
    if (!message) return;
    if (message.type === 'size' && isFitting) fitHeight(frame, message.height);
    isListening = true;
    receive(message);
    for (const each of early.splice(0)) send(each);
  }
  addEventListener('message', onMessage);
  const early: HostMessage[] = [];
  let isListening = false;
  const send = (message: HostMessage) => {
    if (isListening) frame.contentWindow?.postMessage(enveloped(id, message), settings.origin);
    else early.push(message);
  };
  return {
    send,
    release: stop,
    remove() {
      stop();
      frame.remove();
    },
    say(words = '') {
      if (words && isListening) send({ type: 'problem', message: words });
      const here = isListening ? '' : words;
      style.display = here && 'none';
      notice(element, here);
    },
    isGone() {
      wasThere ||= frame.isConnected;
      return wasThere && !frame.isConnected;
    },
  };

  function stop(): void {
    removeEventListener('message', onMessage);
  }
}

/** @param height in CSS pixels */
function fitHeight(frame: HTMLIFrameElement, height: number): void {
  const isWhole = getComputedStyle(frame).boxSizing === 'border-box';
  const border = isWhole ? frame.offsetHeight - frame.clientHeight : 0;
  if (height > 0 && height < MAX_HEIGHT) frame.style.height = `${Math.ceil(height) + border}px`;
}

const MAX_HEIGHT = 20_000;

function frameOf(element: Element): HTMLIFrameElement {
  const existing = element.querySelector<HTMLIFrameElement>(`:scope > iframe[${MARK}]`);
  if (existing) return existing;
  const created = document.createElement('iframe');
  created.setAttribute(MARK, '');
  return created;
}
