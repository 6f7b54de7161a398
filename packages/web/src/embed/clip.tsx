import { render } from 'preact';
import { Clip } from '../clip/index.tsx';
import { Toasts } from '../design/toast.tsx';
import { clip as text } from '../strings/en/clip.ts';
import { chooseBinder } from './choose-binder.ts';
import { clipContext } from './clip-context.ts';
import type { EmbedParts } from './module.ts';

/** Clip for one binder. */
export async function begin({ session, element, channel, user }: EmbedParts): Promise<void> {
  const binderId = await chooseBinder(session);
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    // What Clip does ends with it, and it tells that it was cancelled.
    render(null, element);
    session.tell({ type: 'closed' });
    if (session.boot.is_popup) window.close();
  };
  session.onClose = close;
  const me = { id: user.id, name: user.name };
  const context = clipContext(session, { channel, me, binderId }, close);
  render(
    <main class="embed-clip">
      <h1 class="hidden-visually">{text.title}</h1>
      <Clip context={context} />
      <Toasts />
    </main>,
    element,
  );
  session.tell({ type: 'shown' });
}
