import { render } from 'preact';
import { Todos } from '../todos/index.tsx';
import { BinderModule } from './binder-frame.tsx';
import { createHome } from './create.ts';
import type { EmbedParts } from './module.ts';
import { resizeToContent } from './resize.ts';
import { resolveBinder } from './resolve-binder.ts';
import { targetPath } from './target-path.ts';

export async function begin(parts: EmbedParts): Promise<void> {
  const { session, element } = parts;
  resizeToContent(parts);
  const first = await resolveBinder(session);
  const home = createHome(parts, targetPath(session.boot.root, first, 'todos', session.options.peek()));
  const frame = { session, home, first, own: 'todos', section: Todos, started: 'start_todo' } as const;
  render(<BinderModule {...frame} isAlone={true} />, element);
}
