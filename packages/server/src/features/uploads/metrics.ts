import type { EnvironmentName } from '../../environment/environment.ts';
import type { Metrics } from '../../http/index.ts';

type UploadStep = 'created' | 'completed' | 'refused' | 'deleted';

export interface UploadMetrics {
  count(step: UploadStep): void;
  countBytes(bytes: number): void;
}

export type MeasureUploads = (environment: EnvironmentName) => UploadMetrics;

export function measureUploads(metrics: Metrics): MeasureUploads {
  const uploads = metrics.counter('uploads_total', 'Resumable uploads, by what became of them.', [
    'environment',
    'step',
  ]);
  const received = metrics.counter('upload_bytes_received_total', 'Bytes of resumable uploads that count.', [
    'environment',
  ]);
  return (environment) => ({
    count: (step) => uploads.inc({ environment, step }),
    countBytes: (bytes) => received.inc({ environment }, bytes),
  });
}
