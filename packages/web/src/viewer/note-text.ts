import { unwrap } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import { explained, Refusal } from '../binder/refusal.ts';
import { viewer as text } from '../strings/messages/viewer.ts';

export interface NoteText {
  /** Lines end with a line feed. */
  text: string;
  fileId: string;
}

/** If the text changes after the metadata is read, saving detects it. */
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
  return { text: content.page.replace(/\r\n?|\f/g, '\n'), fileId: page.file_id };
}
