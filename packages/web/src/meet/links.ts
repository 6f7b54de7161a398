import { RingbinderError } from '@ringbinder/client';
import { refusalOf } from '../binder/refusal.ts';
import { writeToClipboard } from '../design/clipboard.ts';
import { toast, toastError } from '../design/toast.tsx';
import { meeting as text } from '../strings/messages/meeting.ts';
import type { MeetContext } from './context.ts';

export async function copyLink(link: string | Promise<string>): Promise<void> {
  let address: string;
  try {
    address = await link;
  } catch (error) {
    toastError(error instanceof RingbinderError ? refusalOf(error).message : text.says.refused);
    return;
  }
  try {
    await writeToClipboard(address);
    toast(text.says.copied);
  } catch {
    toastError(text.says.copyFailed(address));
  }
}

export async function copyGuestLink({ makeGuestLink, emit }: MeetContext): Promise<void> {
  if (!makeGuestLink) return;
  await copyLink(makeGuestLink());
  emit({ type: 'invited' });
}
