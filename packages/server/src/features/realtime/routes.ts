import type { Environment } from '../../environment/environment.ts';
import { invalid } from '../../errors.ts';
import { type App, operation, type TokenDirectory, type WebSockets } from '../../http/index.ts';
import { createHub } from './hub.ts';
import type { RealtimeMetrics } from './metrics.ts';
import { serveSockets } from './sockets.ts';

const openRealtime = operation('Realtime', 'openRealtime', {
  summary: 'Open the realtime channel',
  description:
    'A WebSocket (RFC 6455). The first frame contains the token, which is not in the address: `{"type": "hello", "token": …, "version": 1}`. See the [guide](/docs/guides/realtime) and the [frames](/docs/guides/frames), also as [AsyncAPI](/asyncapi.json). A request without a WebSocket upgrade is 400.',
  auth: 'none',
  response: { 101: { description: 'The connection is now a WebSocket.', type: 'null' } },
});

export interface RealtimeParts {
  tokens: TokenDirectory;
  webSockets: WebSockets;
  metrics: RealtimeMetrics;
}

export function realtimeFeature(
  app: App,
  env: Environment,
  { tokens, webSockets, metrics }: RealtimeParts,
): void {
  const end = serveSockets(createHub(env, tokens, metrics), webSockets);
  app.addHook('preClose', async () => end());
  app.get('/realtime', { schema: openRealtime, config: { auth: 'none' } }, () => {
    throw invalid('Upgrade', 'must be websocket');
  });
}
