import { type operations, RingbinderError, unwrap } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import { refusalOf } from '../binder/refusal.ts';

export type PageForm = operations['listFormFields']['responses'][200]['content']['application/json']['data'];
export type Field = PageForm['fields'][number];
export type Value = Field['value'];

const PATH = '/{binder_id}/pages/{page_id}/fields';

export function readFields({ client, id: binder_id }: BinderContext, page_id: number): Promise<PageForm> {
  return unwrap(client.api.GET(PATH, { params: { path: { binder_id, page_id } } }));
}

/** Thrown if another user has saved the form first. */
export class FormConflict extends Error {}

/** Throws FormConflict, or a Refusal with problems by field name. */
export async function saveFields(
  { client, id: binder_id }: BinderContext,
  page_id: number,
  body: { base_file_id: string; values: Record<string, Value> },
): Promise<void> {
  try {
    await unwrap(client.api.POST(PATH, { params: { path: { binder_id, page_id } }, body }));
  } catch (error) {
    if (error instanceof RingbinderError && error.fields.some(({ path }) => path === 'base_file_id'))
      throw new FormConflict();
    throw refusalOf(error);
  }
}
