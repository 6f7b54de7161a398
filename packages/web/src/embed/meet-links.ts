import { readRoute } from '../router.ts';
import type { EmbedSession } from './session.ts';

/**
 * Hears of links that are followed within a meet, as in its chat: another page in its place would end it, so what a link leads to is for
 * the page around.
 */
export function keepMeet(session: EmbedSession): (event: MouseEvent) => void {
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.href || link.target || link.hasAttribute('download')) return;
    event.preventDefault();
    const route = readRoute(session.boot.root, link.pathname);
    if (route.page === 'binder') session.emit('request_view_binder', { binder_id: route.binderId });
  };
}
