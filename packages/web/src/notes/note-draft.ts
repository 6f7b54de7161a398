import type { BinderContext } from '../binder/context.ts';
import { tabValue } from '../stored-value.ts';
import type { NoteText } from '../viewer/note-text.ts';

/** A text that is not saved, with what it is based on. */
export interface NoteDraft {
  text: string;
  base: NoteText;
  /** The text of a change whose answer did not arrive: it may have been saved. */
  sent?: string | undefined;
}

const draftOf = ({ id }: BinderContext, pageId: number) => tabValue(`note ${id} ${pageId}`);

/** The draft of this tab. It survives a reload. */
export function storedDraft(binder: BinderContext, pageId: number): NoteDraft | undefined {
  const stored = draftOf(binder, pageId).read() as NoteDraft | undefined;
  const isDraft = typeof stored?.text === 'string' && typeof stored.base?.text === 'string';
  return isDraft ? stored : undefined;
}

export function storeDraft(binder: BinderContext, pageId: number, draft: NoteDraft | undefined): void {
  draftOf(binder, pageId).write(draft);
}
