import { toast } from '../design/toast.tsx';
import { meets as text } from '../strings/en/meets.ts';

/** Copies a link, and says so; or shows it where the browser does not let it be copied. */
export async function copy(read: () => Promise<string>): Promise<void> {
  const link = await read();
  try {
    await navigator.clipboard.writeText(link);
    toast(text.copied);
  } catch {
    toast(text.copyFailed(link));
  }
}
