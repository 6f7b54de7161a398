import { errorOf, RingbinderError } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { saveBlob, saveFrom } from '../binder/download.ts';
import { nameOf } from '../binder/page-name.ts';
import { refusalOf } from '../binder/refusal.ts';
import { toast, toastError } from '../design/toast.tsx';
import { viewer as text } from '../strings/messages/viewer.ts';
import { readLinks } from './fresh-links.ts';

export async function saveOriginal(binder: BinderContext, page: PageWithoutAnnotations): Promise<void> {
  // With an expired link, the browser would save an error page.
  const { page_uri } = await readLinks(binder, page);
  saveFrom(page_uri, nameOf(page));
}

export async function saveFile(binder: BinderContext, page: PageWithoutAnnotations): Promise<void> {
  const params = { path: { binder_id: binder.id, file_id: page.file_id } };
  await saveAnswer(nameOf(page), () =>
    binder.client.api.GET('/{binder_id}/files/{file_id}', { params, parseAs: 'blob' }),
  );
}

export async function savePdf(
  binder: BinderContext,
  pages: readonly PageWithoutAnnotations[],
  name: string,
): Promise<void> {
  toast(text.take.preparing);
  const filter = pages.map(({ id }) => id).join(',');
  const params = { path: { binder_id: binder.id }, query: { filter } };
  await saveAnswer(`${name.replace(/\.\w{1,5}$/, '')}.pdf`, () =>
    // A retry would take as long again, so use the `fetch` that does not retry.
    binder.client.api.GET('/{binder_id}/downloadpdf', { params, parseAs: 'blob', fetch: globalThis.fetch }),
  );
}

async function saveAnswer(
  name: string,
  request: () => Promise<{ data?: unknown; error?: unknown; response: Response }>,
): Promise<void> {
  try {
    const { data, error, response } = await request();
    if (error !== undefined || !response.ok) throw errorOf(response.status, error);
    saveBlob(data as Blob, name);
  } catch (error) {
    toastError(error instanceof RingbinderError ? refusalOf(error).message : text.take.failed);
  }
}
