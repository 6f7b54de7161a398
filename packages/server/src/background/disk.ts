import { statfs } from 'node:fs/promises';
import type { Environment } from '../environment/environment.ts';
import { type Metrics, singleFlight } from '../http/index.ts';

export function measureDisk(metrics: Metrics, dataDir: string): void {
  const room = singleFlight(() => statfs(dataDir));
  const gauge = (name: string, help: string, blocks: 'blocks' | 'bavail') =>
    metrics.gauge(name, help, [], async () => {
      const found = await room();
      return [{ labels: {}, value: found[blocks] * found.bsize }];
    });
  gauge('data_dir_size_bytes', 'Size of the file system of DATA_DIR.', 'blocks');
  gauge('data_dir_free_bytes', 'Free bytes in it for the server.', 'bavail');
}

export function measureTemporaries(metrics: Metrics, environments: readonly Environment[]): void {
  const usages = singleFlight(() =>
    Promise.all(
      environments.map(async ({ name, files }) => ({
        labels: { environment: name },
        usage: await files.temporaryUsage(),
      })),
    ),
  );
  const gauge = (name: string, help: string, figure: 'count' | 'bytes') =>
    metrics.gauge(name, help, ['environment'], async () =>
      (await usages()).map(({ labels, usage }) => ({ labels, value: usage[figure] })),
    );
  gauge('temporary_files', 'Temporary files of uploads and exports.', 'count');
  gauge('temporary_file_bytes', 'Size of the temporary files.', 'bytes');
}
