/** The script as a server sends it, `/sdk/service.js`: it defines `Service`, and does what was called before it came. */
import { drainQueue, type Queue } from './queue.ts';
import { createService } from './service.ts';

declare global {
  interface Window {
    Service?: unknown;
  }
}

const tag = document.currentScript as HTMLScriptElement | null;
const queued = window.Service as { queue?: Queue } | undefined;
// The same tag twice leaves the first one’s modules alone.
if (queued === undefined || queued.queue) {
  const service = createService({ src: tag?.src, clientId: tag?.dataset.clientId });
  window.Service = service;
  drainQueue(service, queued?.queue ?? []);
}
