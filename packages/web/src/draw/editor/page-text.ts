import type { BinderContext } from '../../binder/context.ts';
import { linesOf, type TextLine } from './highlighting.ts';

type Words = Parameters<typeof linesOf>[0];
type Get = (path: string, init: unknown) => Promise<{ data?: { data?: { boxes?: Words } } }>;

/** The lines of text of a page; none where they cannot be had. */
export async function readTextLines({ client, id }: BinderContext, pageId: number): Promise<TextLine[]> {
  const params = { path: { binder_id: id, page_id: pageId } };
  const get = client.api.GET as unknown as Get;
  const { data } = await get('/{binder_id}/pages/{page_id}/text', { params });
  return linesOf(data?.data?.boxes ?? []);
}
