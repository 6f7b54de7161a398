import { render } from 'preact';
import { binderPath } from '../app/router.ts';
import { Pages } from '../pages/index.tsx';
import { BinderFrame } from './binder-frame.tsx';
import { chooseBinder } from './choose-binder.ts';
import { createHome } from './create.ts';
import type { EmbedParts } from './module.ts';
import { id } from './options.ts';

/** The pages of a binder, or one of them. */
export async function begin(parts: EmbedParts): Promise<void> {
  const { session, element } = parts;
  const binderId = await chooseBinder(session);
  const path = binderPath(session.boot.root, binderId, 'pages', id(session.options.peek(), 'page_id'));
  const home = createHome(parts, path);
  const frame = { session, home, binderId, own: 'pages', section: Pages, started: 'start_page' } as const;
  render(<BinderFrame {...frame} isAlone />, element);
}
