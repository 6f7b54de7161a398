import { errorOf } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { saveBlob, saveFrom } from '../binder/download.ts';
import { nameOf } from '../binder/page-name.ts';
import { refusalOf } from '../binder/refusal.ts';
import { toast } from '../design/toast.tsx';
import { viewer as text } from '../strings/en/viewer.ts';
import { readLinks } from './fresh-links.ts';

export async function saveOriginal(binder: BinderContext, page: PageWithoutAnnotations): Promise<void> {
  // A link that has ended would be saved as the refusal that it is.
  const { page_uri } = await readLinks(binder, page);
  saveFrom(page_uri, nameOf(page));
}

/** Has the browser save the file that a page comes from. Says so when that cannot be done. */
export async function saveFile(binder: BinderContext, page: PageWithoutAnnotations): Promise<void> {
  const params = { path: { binder_id: binder.id, file_id: page.file_id } };
  await saveAnswer(nameOf(page), () =>
    binder.client.api.GET('/{binder_id}/files/{file_id}', { params, parseAs: 'blob' }),
  );
}

/** Has the browser save pages as one PDF, with what was drawn on them. Says so when that cannot be done. */
export async function savePdf(
  binder: BinderContext,
  pages: readonly PageWithoutAnnotations[],
  name: string,
): Promise<void> {
  toast(text.take.preparing);
  const filter = pages.map(({ id }) => id).join(',');
  const params = { path: { binder_id: binder.id }, query: { filter } };
  await saveAnswer(`${name.replace(/\.\w{1,5}$/, '')}.pdf`, () =>
    binder.client.api.GET('/{binder_id}/downloadpdf', { params, parseAs: 'blob' }),
  );
}

/** Has the browser save the bytes of an answer. Says why when there are none. */
async function saveAnswer(
  name: string,
  ask: () => Promise<{ data?: unknown; error?: unknown; response: Response }>,
): Promise<void> {
  try {
    const { data, error, response } = await ask();
    if (error !== undefined || !response.ok) throw refusalOf(errorOf(response.status, error));
    saveBlob(data as Blob, name);
  } catch (error) {
    toast(error instanceof Error ? error.message : text.take.failed);
  }
}
