/** The script as a server sends it, `/sdk/service.js`: it defines `Service`, and does what was called before it came. */
import { drainQueue, type Queue } from './queue.ts';
import { createService } from './service.ts';
import type { Service } from './types.ts';

declare global {
  interface Window {
    Service?: unknown;
  }
}

const tag = document.currentScript as HTMLScriptElement | null;
const before = window.Service as Partial<Service> & { queue?: Queue };
const isOurs = typeof before?.removeWidget === 'function' && !before.queue;
// The same tag twice leaves the first one’s modules alone. Something else of that name makes room.
if (!isOurs) {
  const service = createService({ ...tag?.dataset, src: tag?.src });
  window.Service = service;
  drainQueue(service, before?.queue ?? []);
}
