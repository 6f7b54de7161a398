import { type operations, unwrap } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';

type Answer = operations['readPageText']['responses'][200]['content']['application/json']['data'];
export type TextBox = Answer['boxes'][number];

export type PageText = Answer;

const MAX_CACHED = 200;
const cache = new Map<string, Promise<PageText>>();

/** After a failed request, the next call sends a new one. */
export function readPageText(
  { client, id: binder_id }: BinderContext,
  { id: page_id, file_id, page_index }: PageWithoutAnnotations,
): Promise<PageText> {
  const key = [binder_id, page_id, file_id, page_index].join(' ');
  const cached = cache.get(key);
  if (cached) return cached;
  const params = { path: { binder_id, page_id } };
  const reading = unwrap(client.api.GET('/{binder_id}/pages/{page_id}/text', { params })).catch((error) => {
    cache.delete(key);
    throw error;
  });
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value ?? '');
  cache.set(key, reading);
  return reading;
}
