import { errorOf, RingbinderError } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { fileBytes, saveBlob, saveFrom } from '../binder/download.ts';
import { nameOf } from '../binder/page-name.ts';
import { Refusal, refusalOf } from '../binder/refusal.ts';
import { toast, toastError } from '../design/toast.tsx';
import { viewer as text } from '../strings/messages/viewer.ts';
import { readLinks } from './fresh-links.ts';
import type { Place } from './place.ts';

/** For one of several pages, saves the whole file. */
export async function saveOriginal(
  binder: BinderContext,
  page: PageWithoutAnnotations,
  { pages }: Place,
): Promise<void> {
  if (pages.length > 1) return saveUploadedFile(binder, page);
  // With an expired link, the browser would save an error page.
  const { page_uri } = await readLinks(binder, page);
  saveFrom(page_uri, nameOf(page));
}

export async function saveUploadedFile(binder: BinderContext, page: PageWithoutAnnotations): Promise<void> {
  const file = binder.state.peek()?.files.find(({ id }) => id === page.file_id);
  await saveAnswer(file?.name ?? nameOf(page), () => fileBytes(binder, page.file_id));
}

export async function savePdf(
  binder: BinderContext,
  pages: readonly PageWithoutAnnotations[],
  name: string,
): Promise<void> {
  toast(text.take.preparing);
  const filter = pages.map(({ id }) => id).join(',');
  const params = { path: { binder_id: binder.id }, query: { filter } };
  await saveAnswer(`${name.replace(/\.\w{1,5}$/, '')}.pdf`, async () => {
    // A retry would take as long again, so use the `fetch` that does not retry.
    const options = { params, parseAs: 'blob', fetch: globalThis.fetch } as const;
    const { data, error, response } = await binder.client.api.GET('/{binder_id}/downloadpdf', options);
    if (error !== undefined || !response.ok) throw errorOf(response.status, error);
    return data as Blob;
  });
}

async function saveAnswer(name: string, request: () => Promise<Blob>): Promise<void> {
  try {
    saveBlob(await request(), name);
  } catch (error) {
    const isExplained = error instanceof RingbinderError || error instanceof Refusal;
    toastError(isExplained ? refusalOf(error).message : text.take.failed);
  }
}
