import type { EnvironmentName } from '../../environment/environment.ts';
import type { Metrics } from '../../http/index.ts';

export interface RealtimeMetrics {
  connections: number;
  subscriptions: number;
  countReceived(type: string): void;
  countEntriesSent(frames: number): void;
  countClosed(code: number): void;
}

export type MeasureRealtime = (environment: EnvironmentName) => RealtimeMetrics;

export function measureRealtime(metrics: Metrics): MeasureRealtime {
  const all = new Map<EnvironmentName, RealtimeMetrics>();
  const received = metrics.counter('realtime_frames_received_total', 'Frames of clients, by type.', [
    'environment',
    'type',
  ]);
  const sent = metrics.counter('realtime_entry_frames_sent_total', 'Frames with new entries of a log.', [
    'environment',
  ]);
  const closed = metrics.counter(
    'realtime_connections_closed_total',
    'Connections that ended, by close code.',
    ['environment', 'code'],
  );
  const measure = (name: 'connections' | 'subscriptions', help: string) =>
    metrics.gauge(`realtime_${name}`, help, ['environment'], () =>
      [...all].map(([environment, figures]) => ({ labels: { environment }, value: figures[name] })),
    );
  measure('connections', 'WebSockets that are open.');
  measure('subscriptions', 'Binders that they follow, each counted once for each of them.');
  return (environment) => {
    const figures: RealtimeMetrics = {
      connections: 0,
      subscriptions: 0,
      countReceived: (type) => received.inc({ environment, type }),
      countEntriesSent: (frames) => sent.inc({ environment }, frames),
      countClosed: (code) => closed.inc({ environment, code: String(code) }),
    };
    all.set(environment, figures);
    return figures;
  };
}
