import { unwrap } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import { explained, Refusal } from '../binder/refusal.ts';
import { tabValue } from '../stored-value.ts';
import { viewer as text } from '../strings/en/viewer.ts';

export interface NoteText {
  text: string;
  fileId: string;
}

/** Thrown when the text of a note was changed after it was read. */
export class NoteConflict extends Error {}

/** Reads a note. The file's metadata is read before the text, so that a change in between is detected on saving. */
export async function readNote({ client, id: binder_id }: BinderContext, pageId: number): Promise<NoteText> {
  const query = { filter: String(pageId) };
  const list = { params: { path: { binder_id }, query } };
  const { pages } = await explained(unwrap(client.api.GET('/{binder_id}/pages', list)));
  const [page] = pages;
  if (!page) throw new Refusal(text.note.gone);
  const params = { path: { binder_id, page_id: pageId } };
  const { data, error, response } = await client.api.GET('/{binder_id}/pagedownload/{page_id}', { params });
  if (error !== undefined || !response.ok) throw new Refusal(text.note.failed);
  const { data: content } = data as unknown as { data: { page: string } };
  return { text: content.page, fileId: page.file_id };
}

/** Saves a note. Throws NoteConflict if its text has changed since it was read. */
export async function saveNote(
  { client, id: binder_id }: BinderContext,
  pageId: number,
  { text: written, fileId }: NoteText,
): Promise<void> {
  const params = { path: { binder_id, page_id: pageId } };
  const body = { text: written, base_file_id: fileId };
  try {
    await unwrap(client.api.POST('/{binder_id}/pages/{page_id}', { params, body }));
  } catch (error) {
    if ((error as { status?: number }).status === 412) throw new NoteConflict();
    return explained(Promise.reject(error));
  }
}

const draftOf = ({ id }: BinderContext, pageId: number) => tabValue(`note ${id} ${pageId}`);

export function storedDraft(binder: BinderContext, pageId: number): NoteText | undefined {
  const stored = draftOf(binder, pageId).read() as NoteText | undefined;
  return typeof stored?.text === 'string' && typeof stored.fileId === 'string' ? stored : undefined;
}

export function storeDraft(binder: BinderContext, pageId: number, draft: NoteText | undefined): void {
  draftOf(binder, pageId).write(draft);
}
