import type { Message } from '@ringbinder/protocol';
import type { MessageTool } from '../binder/context.ts';
import { refusalOf } from '../binder/refusal.ts';
import { ForwardGlyph } from '../chat/forward-glyph.tsx';
import { Glyph } from '../design/glyph.tsx';
import { toast, toastError } from '../design/toast.tsx';
import { later as words } from '../strings/messages/later.ts';
import type { AppContext } from '../timeline/context.ts';
import { dialog } from '../timeline/dialog-state.ts';
import { SavedGlyph } from './glyph.tsx';
import { type SavedPlace, savedOf, saveMessage, unsaveMessage } from './saved.ts';

export function messageTools(app: AppContext, binderId: string, message: Message): MessageTool[] {
  const place = { binderId, messageId: message.id };
  const isSaved = savedOf(app, binderId).peek().has(message.id);
  const forward = {
    name: 'forward',
    label: words.forward.action,
    icon: <ForwardGlyph />,
    key: 'f',
    run: () => {
      dialog.value = { kind: 'forward', place, message };
    },
  };
  return [
    ...(message.is_feed ? [] : [forward]),
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
    toastError(refusalOf(error).message);
  }
}
