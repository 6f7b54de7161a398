import type { BinderContext } from '../binder/context.ts';
import { tabValue } from '../stored-value.ts';
import type { NoteText } from '../viewer/note-text.ts';

export interface NoteDraft {
  text: string;
  base: NoteText;
  /** The last text sent. The server may have saved it, even without a response. */
  sent?: string | undefined;
}

const draftOf = ({ id }: BinderContext, pageId: number) => tabValue(`note ${id} ${pageId}`);

export function storedDraft(binder: BinderContext, pageId: number): NoteDraft | undefined {
  const stored = draftOf(binder, pageId).read() as NoteDraft | undefined;
  const isDraft = typeof stored?.text === 'string' && typeof stored.base?.text === 'string';
  return isDraft ? stored : undefined;
}

export function storeDraft(binder: BinderContext, pageId: number, draft: NoteDraft | undefined): void {
  draftOf(binder, pageId).write(draft);
}
