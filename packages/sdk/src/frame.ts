import {
  enveloped,
  frameIn,
  type HostFrame,
  type ModuleFrame,
  moduleTitles,
} from '@ringbinder/protocol/embed.ts';
import { moduleAddress } from './address.ts';
import { ALLOW } from './allow.ts';
import { flag, size } from './loose.ts';
import { MARK, notice } from './notice.ts';
import type { Transport, TransportParts } from './widget-types.ts';

/** Visible on light and dark pages. */
const BORDER = '1px solid color-mix(in srgb, currentColor 22%, transparent)';

/**
 * Shows a module in an element, reusing its frame. Accepts messages only from that window and the server's origin, and
 * sends the session nowhere else.
 */
export function openFrame(element: Element, parts: TransportParts): Transport {
  const { id, shown, settings, options, receive } = parts;
  const frame = frameOf(element);
  const { style } = frame;
  style.display = '';
  style.width = size(options.iframewidth, shown.width);
  style.height = size(options.iframeheight, shown.height);
  const isFitting = (options.iframeheight || (shown.isFitting && 'auto')) === 'auto';
  style.maxWidth = '100%';
  style.border = flag(options.border, true) ? BORDER : '0';
  frame.scrolling = flag(options.scroll, false) ? 'auto' : 'no';
  frame.title = moduleTitles[shown.module];
  frame.allow = flag(options.allowfullscreen, true) ? ALLOW : ALLOW.replace('fullscreen; ', '');
  const address = moduleAddress(parts, id);
  // Setting `src` again would add a history entry.
  if (frame.contentWindow && frame.isConnected) frame.contentWindow.location.replace(address);
  else {
    frame.src = address;
    element.append(frame);
  }
  let wasThere = frame.isConnected;

  function hear({ source, origin, data }: MessageEvent): void {
    if (source !== frame.contentWindow || origin !== settings.origin) return;
    const heard = frameIn<ModuleFrame>(data, id);
    if (!heard) return;
    if (heard.type === 'size' && isFitting) fitHeight(frame, heard.height);
    isHeard = true;
    receive(heard);
    for (const each of early.splice(0)) send(each);
  }
  addEventListener('message', hear);
  /** Messages sent before it listens. */
  const early: HostFrame[] = [];
  let isHeard = false;
  const send = (said: HostFrame) => {
    if (isHeard) frame.contentWindow?.postMessage(enveloped(id, said), settings.origin);
    else early.push(said);
  };
  return {
    send,
    release: stop,
    remove() {
      stop();
      frame.remove();
    },
    say(words = '') {
      if (words && isHeard) send({ type: 'problem', message: words });
      // A silent frame is empty or shows a browser error.
      const here = isHeard ? '' : words;
      style.display = here && 'none';
      notice(element, here);
    },
    isGone() {
      wasThere ||= frame.isConnected;
      return wasThere && !frame.isConnected;
    },
  };

  function stop(): void {
    removeEventListener('message', hear);
  }
}

/**
 * Fits a frame to its content, plus the border with `border-box`.
 * @param height in CSS pixels
 */
function fitHeight(frame: HTMLIFrameElement, height: number): void {
  const isWhole = getComputedStyle(frame).boxSizing === 'border-box';
  const border = isWhole ? frame.offsetHeight - frame.clientHeight : 0;
  if (height > 0 && height < MAX_HEIGHT) frame.style.height = `${Math.ceil(height) + border}px`;
}

const MAX_HEIGHT = 20_000;

function frameOf(element: Element): HTMLIFrameElement {
  const known = element.querySelector<HTMLIFrameElement>(`:scope > iframe[${MARK}]`);
  if (known) return known;
  const made = document.createElement('iframe');
  made.setAttribute(MARK, '');
  return made;
}
