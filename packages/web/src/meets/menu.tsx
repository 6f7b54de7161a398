import type { Meet } from '@ringbinder/protocol';
import { Glyph } from '../design/glyph.tsx';
import type { MenuItem } from '../design/menu.tsx';
import { toastError } from '../design/toast.tsx';
import { meets as text } from '../strings/messages/meets.ts';
import type { MeetActions } from './actions.ts';
import { copy } from './copy.ts';

export type OpenDialog =
  | { kind: 'schedule' }
  | { kind: 'replies' | 'change' | 'cancel' | 'end' | 'links'; meet: Meet };

interface MenuParts {
  actions: MeetActions;
  openDialog: (asked: OpenDialog) => void;
  isHost: boolean;
}

export function menuOf(meet: Meet, { actions, openDialog, isHost }: MenuParts): MenuItem[] {
  const isRunning = meet.status === 'SESSION_STARTED';
  const toastFailure = (work: Promise<void>) => work.catch((error) => toastError((error as Error).message));
  const items: MenuItem[] = [
    {
      label: text.copyLink,
      icon: <Glyph name="link" />,
      act: () => void toastFailure(copy(async () => meet.startmeet_url)),
    },
  ];
  if (!isRunning)
    items.unshift({
      label: text.calendar,
      icon: <Glyph name="calendar" />,
      act: () => void toastFailure(actions.saveCalendar(meet)),
    });
  if (!isHost) return items;
  return [
    ...items,
    { label: text.guestLinks, icon: <Glyph name="person" />, act: () => openDialog({ kind: 'links', meet }) },
    { line: true },
    { label: text.change, icon: <Glyph name="edit" />, act: () => openDialog({ kind: 'change', meet }) },
    isRunning
      ? {
          label: text.end,
          icon: <Glyph name="stop" />,
          danger: true,
          act: () => openDialog({ kind: 'end', meet }),
        }
      : {
          label: text.cancel,
          icon: <Glyph name="trash" />,
          danger: true,
          act: () => openDialog({ kind: 'cancel', meet }),
        },
  ];
}
