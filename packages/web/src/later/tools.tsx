import type { Message } from '@ringbinder/protocol';
import type { MessageTool } from '../binder/context.ts';
import { refusalOf } from '../binder/refusal.ts';
import { Glyph } from '../design/glyph.tsx';
import { toast } from '../design/toast.tsx';
import { later as words } from '../strings/en/later.ts';
import type { AppContext } from '../timeline/context.ts';
import { dialog } from '../timeline/dialog-state.ts';
import { SavedGlyph } from './glyph.tsx';
import { type SavedPlace, savedOf, saveMessage, unsaveMessage } from './saved.ts';

/** What the user can do with a message outside its binder. */
export function messageTools(app: AppContext, binderId: string, { id: messageId }: Message): MessageTool[] {
  const place = { binderId, messageId };
  const isSaved = savedOf(app, binderId).peek().has(messageId);
  return [
    {
      name: 'save',
      label: isSaved ? words.unsave : words.save,
      icon: <SavedGlyph />,
      key: 's',
      run: () => void toggle(app, place, isSaved),
    },
    {
      name: 'remind',
      label: words.remind,
      icon: <Glyph name="bell" />,
      run: () => {
        dialog.value = { kind: 'remind', place };
      },
    },
  ];
}

async function toggle(app: AppContext, place: SavedPlace, isSaved: boolean): Promise<void> {
  try {
    await (isSaved ? unsaveMessage(app, place) : saveMessage(app, place));
    toast(isSaved ? words.unsaved : words.saved);
  } catch (error) {
    toast(refusalOf(error).message);
  }
}
