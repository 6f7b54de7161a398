import { render } from 'preact';
import { binderPath } from '../app/router.ts';
import { Todos } from '../todos/index.tsx';
import { BinderFrame } from './binder-frame.tsx';
import { chooseBinder } from './choose-binder.ts';
import { createHome } from './create.ts';
import type { EmbedParts } from './module.ts';
import { id } from './options.ts';

/** The to-dos of a binder; one of them may be open. */
export async function begin(parts: EmbedParts): Promise<void> {
  const { session, element } = parts;
  const binderId = await chooseBinder(session);
  const path = binderPath(session.boot.root, binderId, 'todos', id(session.options.peek(), 'todo_id'));
  const home = createHome(parts, path);
  const frame = { session, home, binderId, own: 'todos', section: Todos, started: 'start_todo' } as const;
  render(<BinderFrame {...frame} isAlone />, element);
}
