import { unwrap } from '@ringbinder/client';
import { isDrawable } from '../pages/drawn-page.ts';
import { embed as text } from '../strings/en/embed.ts';
import { id } from './options.ts';
import type { EmbedSession } from './session.ts';

/** The page that is to be drawn on: the one that is named, or the newest one, or a whiteboard that is made. */
export async function choosePage({ client, options }: EmbedSession, binderId: string): Promise<number> {
  const named = id(options.peek(), 'page_id');
  if (named !== undefined) return named;
  const params = { path: { binder_id: binderId } };
  const { pages } = await unwrap(client.api.GET('/{binder_id}/pages', { params }));
  const newest = pages.filter(isDrawable).toSorted((one, other) => other.id - one.id)[0];
  if (newest) return newest.id;
  const body = { type: 'whiteboard', name: text.whiteboardName } as const;
  return (await unwrap(client.api.POST('/{binder_id}/pages', { params, body }))).page_id;
}
