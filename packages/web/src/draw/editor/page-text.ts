import { unwrap } from '@ringbinder/client';
import type { BinderContext } from '../../binder/context.ts';
import type { TextLine } from './editor.ts';
import { linesOf } from './highlighting.ts';

export async function readTextLines({ client, id }: BinderContext, pageId: number): Promise<TextLine[]> {
  const params = { path: { binder_id: id, page_id: pageId } };
  const read = unwrap(client.api.GET('/{binder_id}/pages/{page_id}/text', { params }));
  return linesOf((await read.catch(() => ({ boxes: [] }))).boxes);
}
