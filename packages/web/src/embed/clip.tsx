import { unwrap } from '@ringbinder/client';
import { render } from 'preact';
import type { ClipContext } from '../clip/context.ts';
import { Clip } from '../clip/index.tsx';
import { Toasts } from '../design/toasts.tsx';
import { clip as text } from '../strings/messages/clip.ts';
import { chooseBinder, meansBinder, ownBinder } from './choose-binder.ts';
import { clipContext } from './clip-context.ts';
import type { EmbedParts } from './module.ts';
import { flag, word } from './options.ts';
import { resizeToContent } from './resize.ts';

export async function begin({ session, element, channel, user }: EmbedParts): Promise<void> {
  const hasNoBinder = !meansBinder(session);
  const binderId = hasNoBinder ? await ownBinder(session, channel, user.id) : await chooseBinder(session);
  if (!hasNoBinder)
    await unwrap(session.client.api.GET('/{binder_id}', { params: { path: { binder_id: binderId } } }));
  resizeToContent({ session, element });
  let isClosed = false;
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    // Unmounting the recorder reports the cancellation.
    render(null, element);
    session.send({ type: 'closed' });
    if (session.boot.is_popup) window.close();
  };
  session.onClose = close;
  const me = { id: user.id, name: user.name };
  const options = session.options.peek();
  const context: ClipContext = {
    ...clipContext(session, { channel, me, binderId }, close),
    hasNoBinder,
    hasBubble: flag(options, 'video'),
    firstPage: hasNoBinder ? undefined : indexOf(word(options, 'page_index')),
  };
  render(
    <main class="embed-clip">
      <h1 class="hidden-visually">{text.title}</h1>
      <Clip context={context} />
      <Toasts />
    </main>,
    element,
  );
  session.send({ type: 'shown' });
}

const indexOf = (value: string | undefined) => (/^\d{1,6}$/.test(value ?? '') ? Number(value) : undefined);
