import type { App } from '../../http/index.ts';
import type { Bundle } from './bundle.ts';
import { sendApp } from './page.ts';

/** `/gallery`: every component in every state. It shows nothing of this installation. */
export function galleryRoute(app: App, bundle: Bundle | undefined): void {
  app.get('/gallery', { schema: { hide: true }, config: { auth: 'none' } }, async (_request, reply) =>
    sendApp(reply, bundle, { title: 'Gallery', boot: { page: 'gallery' } }),
  );
}
