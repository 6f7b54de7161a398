import { render } from 'preact';
import type { GuestBoot } from '../../boot.ts';
import { Toasts } from '../../design/toasts.tsx';
import { setLanguage } from '../../strings/language.ts';
import { meetingGuest as text } from '../../strings/messages/meeting-guest.ts';
import { supportedLanguage } from '../../strings/supported-language.ts';
import { Meet } from '../index.tsx';
import { guestContext } from './guest-context.ts';

/** The link is in the fragment, which browsers do not send to servers. */
export async function start(boot: GuestBoot, element: HTMLElement): Promise<void> {
  await setLanguage(supportedLanguage(navigator.language) ?? 'en');
  const draw = () => {
    const link = location.hash.slice(1);
    const context = link === '' ? undefined : guestContext(boot, link);
    render(
      <div class="meet-place">
        {context ? <Meet key={link} context={context} /> : <MissingLink />}
        <Toasts />
      </div>,
      element,
    );
  };
  addEventListener('hashchange', draw);
  draw();
}

function MissingLink() {
  return (
    <main class="meet-ended empty">
      <h1>{text.noLink}</h1>
      <p>{text.noLinkAbout}</p>
    </main>
  );
}
