import type { AppBoot } from '../boot.ts';
import { toast } from '../design/toast.tsx';
import { install as words } from '../strings/en/install.ts';

/** Signs out from a page that started without the server, and so without its form. */
export async function signOut({ root }: Pick<AppBoot, 'root'>): Promise<void> {
  const answer = await fetch(`${root}/home`, { headers: { accept: 'text/html' } }).catch(() => undefined);
  const page = new DOMParser().parseFromString((await answer?.text()) ?? '', 'text/html');
  const form = page.querySelector<HTMLFormElement>('#sign-out');
  if (form) {
    document.body.append(form);
    form.submit();
  } else if (answer?.ok) location.assign(`${root}/sign-in`);
  else toast(words.signOutOffline);
}
