import { render } from 'preact';
import { Pages } from '../pages/index.tsx';
import { BinderModule } from './binder-frame.tsx';
import { createHome } from './create.ts';
import type { EmbedParts } from './module.ts';
import { resolveBinder } from './resolve-binder.ts';
import { targetPath } from './target-path.ts';

export async function begin(parts: EmbedParts): Promise<void> {
  const { session, element } = parts;
  const first = await resolveBinder(session);
  const home = createHome(parts, targetPath(session.boot.root, first, 'pages', session.options.peek()));
  const frame = { session, home, first, own: 'pages', section: Pages, started: 'start_page' } as const;
  render(<BinderModule {...frame} isAlone={true} />, element);
}
