import { unwrap } from '@ringbinder/client';
import type { BinderContext } from '../binder/context.ts';
import { explained, Refusal } from '../binder/refusal.ts';
import { notes as text } from '../strings/messages/notes.ts';
import { ITEM, placedBlocksOf } from '../viewer/blocks.ts';
import { type NoteText, readNote } from '../viewer/note-text.ts';
import { mergeTexts } from './merge.ts';
import { isOutdated } from './note-session.ts';

const MAX_ATTEMPTS = 3;

/** @param index counts the tasks of the whole text */
export function withTick(source: string, index: number): string {
  const lines = source.split('\n');
  const { blocks, starts, ends } = placedBlocksOf(source);
  let tasks = 0;
  for (const [at, block] of blocks.entries()) {
    if (block.kind !== 'list') continue;
    for (let line = starts[at] ?? 0; line < (ends[at] ?? 0); line++) {
      const words = lines[line] ?? '';
      const [, , , box] = ITEM.exec(words) ?? [];
      if (box === undefined || tasks++ !== index) continue;
      lines[line] = words.replace(/\[[ xX]\]/, box === ' ' ? '[x]' : '[ ]');
      return lines.join('\n');
    }
  }
  return source;
}

/** Keeps the lines that others changed in the meantime. Throws a Refusal. */
export async function tickTask(
  binder: BinderContext,
  page_id: number,
  shown: NoteText,
  index: number,
): Promise<void> {
  const { id: binder_id, client } = binder;
  const params = { path: { binder_id, page_id } };
  const ticked = withTick(shown.text, index);
  let now = shown;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const merged = mergeTexts(shown.text, ticked, now.text);
    if (merged === undefined) break;
    const body = { text: merged, base_file_id: now.fileId };
    try {
      await unwrap(client.api.POST('/{binder_id}/pages/{page_id}', { params, body }));
      return;
    } catch (error) {
      if (!isOutdated(error)) await explained(Promise.reject(error));
    }
    now = await readNote(binder, page_id);
  }
  throw new Refusal(text.conflict);
}
