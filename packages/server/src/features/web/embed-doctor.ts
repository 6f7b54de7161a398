import { createHash } from 'node:crypto';
import type { Environment } from '../../environment/environment.ts';
import type { App } from '../../http/index.ts';
import { findEmbedOrigins } from '../embed/index.ts';
import { pageRoot } from '../oauth/index.ts';
import { ancestorsIn } from './embed.ts';
import { createEngineStatus } from './engine-status.ts';

/** Any page may frame the doctor's page, because it has no data and no controls. */
export function embedDoctorRoutes(app: App, env: Environment, isBuilt: boolean): void {
  const root = pageRoot(env);
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  const mediaStatus = createEngineStatus(env.meetEngine);
  type Query = { Querystring: Record<string, unknown> };

  app.get<Query>(`${root}/embed/doctor.json`, open, async ({ query }, reply) => {
    const text = (name: string) => (typeof query[name] === 'string' ? query[name].slice(0, 200) : '');
    const origins = await findEmbedOrigins(env.db, text('client_id'));
    reply.header('cache-control', 'no-store').header('cross-origin-resource-policy', 'cross-origin');
    return {
      is_client_known: origins !== undefined,
      is_origin_registered: origins?.includes(text('origin')) ?? false,
      unregistered: ancestorsIn(query).find((each) => !origins?.includes(each)) ?? null,
      is_built: isBuilt,
      media: { engine: env.meetEngine.kind, status: await mediaStatus() },
      time: env.clock.now(),
    };
  });

  const body = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="robots" content="noindex"><title>Doctor · Ringbinder</title></head>
<body><script data-socket="${env.basePath}/realtime">${EXAMINE}</script></body>
</html>
`;
  const hash = createHash('sha256').update(EXAMINE).digest('base64');
  app.get(`${root}/embed/doctor`, open, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; script-src 'sha256-${hash}'; connect-src 'self'; frame-ancestors *; base-uri 'none'; form-action 'none'`,
      )
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cross-origin-embedder-policy', 'require-corp')
      .header('cache-control', 'no-store')
      .send(body),
  );
}

const EXAMINE = `(async () => {
  const { socket } = document.currentScript.dataset;
  const query = new URLSearchParams(location.search);
  const tell = (report) => {
    if (window.parent !== window)
      window.parent.postMessage({ widget: query.get('widget'), ...report }, query.get('origin') || location.origin);
  };
  tell({});
  let has_storage = true;
  try { localStorage.getItem(''); } catch { has_storage = false; }
  const names = ['camera', 'microphone', 'display-capture', 'fullscreen', 'clipboard-write', 'on-device-speech-recognition'];
  const policy = document.featurePolicy;
  const known = policy ? policy.features() : [];
  const denied = names.filter((name) => known.includes(name) && !policy.allowsFeature(name));
  const has_websocket = await new Promise((resolve) => {
    setTimeout(resolve, 10000, false);
    try {
      const opened = new WebSocket(location.origin.replace(/^http/, 'ws') + socket);
      opened.onopen = () => { resolve(true); opened.close(); };
      opened.onerror = () => resolve(false);
    } catch { resolve(false); }
  });
  tell({ has_storage, has_websocket, denied });
})();`;
