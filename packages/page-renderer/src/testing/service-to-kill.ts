import { createMediaEngine } from '../index.ts';

const path = process.argv[2] ?? '';
let worker: unknown;
const log = {
  info: ({ pid }: Record<string, unknown>) => {
    worker = pid;
  },
  warn: () => undefined,
  error: () => undefined,
};
const engine = createMediaEngine({ timeoutMs: 15_000, processorTime: () => performance.now(), log });
await engine.inspect(path, { fileName: 'a.pdf' });
void engine.render(path, {
  mimeType: 'application/pdf',
  index: 0,
  maxWidth: 2_000,
  maxHeight: 2_000,
  format: 'webp',
});
process.send?.(worker);
process.on('message', () => undefined);
