import type { Environment } from '../../environment/environment.ts';
import { appIcons } from '../../html/index.ts';
import type { App } from '../../http/index.ts';
import { pageRoot } from '../oauth/index.ts';

/** Light values of `--page` and `--accent` in tokens.css. */
const COLOURS = { background_color: '#f4f5f3', theme_color: '#14655a' } as const;

export function appManifestRoutes(app: App, env: Environment): void {
  const root = pageRoot(env);
  const name = env.name === 'sandbox' ? 'Ringbinder Sandbox' : 'Ringbinder';
  const manifest = {
    id: `${root}/`,
    name,
    short_name: name,
    start_url: `${root}/`,
    scope: `${root}/`,
    display: 'standalone',
    ...COLOURS,
    icons: appIcons.map(({ path, type, size, purpose }) => ({
      src: path,
      type,
      sizes: `${size}x${size}`,
      purpose,
    })),
    shortcuts: [
      { name: 'For you', url: `${root}/home` },
      { name: 'New direct message', url: `${root}/home?new` },
    ],
    share_target: {
      action: `${root}/share`,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: ['*/*'] }] },
    },
  };
  const open = { schema: { hide: true }, config: { auth: 'none' } } as const;
  app.get(`${root}/app.webmanifest`, open, async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('x-content-type-options', 'nosniff')
      .send(JSON.stringify(manifest)),
  );
  // Signing out removes the service worker, so shared files can arrive here. Closing the connection stops the
  // upload.
  app.post(manifest.share_target.action, open, async (_request, reply) =>
    reply.header('connection', 'close').redirect(`${root}/home`, 303),
  );
  // The browser sends a GET if the person reloads the share target or goes back to it.
  app.get(manifest.share_target.action, open, async (_request, reply) => reply.redirect(`${root}/home`, 303));
}
