import { render } from 'preact';
import { Chat } from '../chat/index.tsx';
import { BinderModule } from './binder-frame.tsx';
import { createHome } from './create.ts';
import type { EmbedParts } from './module.ts';
import { resolveBinder } from './resolve-binder.ts';
import { targetPath } from './target-path.ts';

export async function begin(parts: EmbedParts): Promise<void> {
  const { session, element } = parts;
  const first = await resolveBinder(session);
  const home = createHome(parts, targetPath(session.boot.root, first, 'chat', session.options.peek()));
  const frame = { session, home, first, own: 'chat', section: Chat, started: 'start_chat' } as const;
  render(<BinderModule {...frame} isAlone={session.call === 'chatView'} />, element);
}
