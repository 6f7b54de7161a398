import { errorOf } from '@ringbinder/client';
import type { PageWithoutAnnotations } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { refusalOf } from '../binder/refusal.ts';
import { toast } from '../design/toast.tsx';
import { viewer as text } from '../strings/en/viewer.ts';
import { nameOf } from './names.ts';

/** Long enough for the browser to take what it saves. */
const KEPT_MS = 60_000;

/** Has the browser save a page as it came. */
export function saveOriginal(page: PageWithoutAnnotations): void {
  saveAs(page.page_uri, nameOf(page));
}

/** Has the browser save a page as a PDF, with what was drawn on it. Says so when that cannot be done. */
export async function savePdf(binder: BinderContext, page: PageWithoutAnnotations): Promise<void> {
  toast(text.take.preparing);
  const params = { path: { binder_id: binder.id }, query: { filter: String(page.id) } };
  try {
    const { data, error, response } = await binder.client.api.GET('/{binder_id}/downloadpdf', {
      params,
      parseAs: 'blob',
    });
    if (error !== undefined || !response.ok) throw refusalOf(errorOf(response.status, error));
    const address = URL.createObjectURL(data as Blob);
    saveAs(address, `${nameOf(page).replace(/\.\w{1,5}$/, '')}.pdf`);
    setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
  } catch (error) {
    toast(error instanceof Error ? error.message : text.take.failed);
  }
}

/**
 * Prints a page with what was drawn on it: as its picture, which fills a sheet. What else is in the window is not printed.
 */
export function printPage(page: PageWithoutAnnotations): void {
  const picture = document.createElement('img');
  picture.className = 'print-page';
  picture.alt = '';
  const end = () => picture.remove();
  picture.addEventListener('load', () => {
    addEventListener('afterprint', end, { once: true });
    print();
  });
  picture.addEventListener('error', () => {
    end();
    toast(text.take.failed);
  });
  picture.src = page.background_uri;
  document.body.append(picture);
}

function saveAs(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
