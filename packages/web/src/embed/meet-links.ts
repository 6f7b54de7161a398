import { readRoute } from '../router.ts';
import type { EmbedSession } from './session.ts';

/** Following a link in the module would end the meet. */
export function keepMeetOpen(session: EmbedSession): (event: MouseEvent) => void {
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.href || link.target || link.hasAttribute('download')) return;
    event.preventDefault();
    const route = readRoute(session.boot.root, link.pathname);
    if (route.page === 'binder') session.emit('request_view_binder', { binder_id: route.binderId });
  };
}
