import { render } from 'preact';
import type { GuestBoot } from '../../boot.ts';
import { Toasts } from '../../design/toast.tsx';
import { meetGuest as text } from '../../strings/en/meet-guest.ts';
import { Meet } from '../index.tsx';
import { guestContext } from './guest-context.ts';

/** Draws the guest page. The link is in the fragment, which is never sent to a server. */
export function start(boot: GuestBoot, element: HTMLElement): void {
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
