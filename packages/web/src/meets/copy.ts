import { writeToClipboard } from '../design/clipboard.ts';
import { toast, toastError } from '../design/toast.tsx';
import { meets as text } from '../strings/messages/meets.ts';

export async function copy(read: () => Promise<string>): Promise<void> {
  const link = await read();
  try {
    await writeToClipboard(link);
    toast(text.copied);
  } catch {
    toastError(text.copyFailed(link));
  }
}
