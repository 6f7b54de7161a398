import { type operations, unwrap } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';

type Answer = operations['readPageText']['responses'][200]['content']['application/json']['data'];
export type TextBox = Answer['boxes'][number];

export type PageText = Answer;

const MAX_KEPT = 200;
/** Keyed by content, which annotations and comments do not affect. */
const kept = new Map<string, Promise<PageText>>();

/** The words of a page, requested once. After a rejection the next call retries. */
export function readPageText(
  { client, id: binder_id }: BinderContext,
  { id: page_id, file_id, page_index }: PageWithoutAnnotations,
): Promise<PageText> {
  const key = [binder_id, page_id, file_id, page_index].join(' ');
  const known = kept.get(key);
  if (known) return known;
  const params = { path: { binder_id, page_id } };
  const reading = unwrap(client.api.GET('/{binder_id}/pages/{page_id}/text', { params })).catch((error) => {
    kept.delete(key);
    throw error;
  });
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? '');
  kept.set(key, reading);
  return reading;
}
