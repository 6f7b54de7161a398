import { unwrap } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import { explained, Refusal } from '../binder/refusal.ts';
import { captions as text } from '../strings/messages/captions.ts';

export type CaptionsKind = 'captions' | 'descriptions';

export interface PageCaptions {
  vtt: string;
  /** A BCP 47 tag. Undefined for captions of a meet. */
  language: string | undefined;
}

const PATH = '/{binder_id}/pages/{page_id}/captions';

export async function readCaptions(
  { client, id: binder_id }: BinderContext,
  page_id: number,
  kind: CaptionsKind,
): Promise<PageCaptions | undefined> {
  const params = { path: { binder_id, page_id }, query: { kind } };
  const { data, response } = await client.api.GET(PATH, { params, parseAs: 'text' });
  if (typeof data !== 'string' || !data.includes('-->')) return undefined;
  return { vtt: data, language: response.headers.get('content-language') ?? undefined };
}

/** Throws Refusal. */
export async function saveCaptions(
  { client, id: binder_id }: BinderContext,
  page_id: number,
  { kind, language, file }: { kind: CaptionsKind; language: string; file: Blob },
): Promise<void> {
  const params = { path: { binder_id, page_id }, query: { kind, language } };
  // Always send `text/vtt`, because the browser's guess depends on the operating system. Reading fails if the
  // file has changed since the user chose it.
  const content = await file.arrayBuffer().catch(() => {
    throw new Refusal(text.unreadable, { captions: text.unreadable });
  });
  const bytes = new Blob([content], { type: 'text/vtt' });
  const call = client.api.PUT(PATH, {
    params,
    body: '',
    bodySerializer: () => bytes,
    headers: { 'content-type': 'text/vtt' },
  });
  await explained(unwrap(call) as Promise<unknown>);
}

/** Throws Refusal. */
export async function removeCaptions(
  { client, id: binder_id }: BinderContext,
  page_id: number,
  kind: CaptionsKind,
): Promise<void> {
  const params = { path: { binder_id, page_id }, query: { kind } };
  await explained(unwrap(client.api.DELETE(PATH, { params })) as Promise<unknown>);
}
