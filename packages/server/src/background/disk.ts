import { statfs } from 'node:fs/promises';
import type { Metrics } from '../http/index.ts';

/** Adds the room of the file system of DATA_DIR to the metrics. A scrape omits it if the system does not tell. */
export function measureDisk(metrics: Metrics, dataDir: string): void {
  const gauge = (name: string, help: string, blocks: 'blocks' | 'bavail') =>
    metrics.gauge(name, help, [], async () => {
      const room = await statfs(dataDir).catch(() => undefined);
      return room ? [{ labels: {}, value: room[blocks] * room.bsize }] : [];
    });
  gauge('data_dir_size_bytes', 'Size of the file system of DATA_DIR.', 'blocks');
  gauge('data_dir_free_bytes', 'Free bytes in it for the server.', 'bavail');
}
