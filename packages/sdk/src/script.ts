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
if (!isOurs) {
  const service = createService({ ...tag?.dataset, src: tag?.src });
  window.Service = service;
  drainQueue(service, before?.queue ?? []);
}
