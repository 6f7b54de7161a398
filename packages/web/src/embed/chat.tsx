import { render } from 'preact';
import { binderPath } from '../app/router.ts';
import { Chat } from '../chat/index.tsx';
import { BinderFrame } from './binder-frame.tsx';
import { chooseBinder } from './choose-binder.ts';
import { createHome } from './create.ts';
import type { EmbedParts } from './module.ts';
import { id } from './options.ts';

/** Chat of one binder: with its name and the ways to its other parts, or by `chatView` alone. */
export async function begin(parts: EmbedParts): Promise<void> {
  const { session, element } = parts;
  const binderId = await chooseBinder(session);
  const options = session.options.peek();
  const { root } = session.boot;
  const page = id(options, 'page_id');
  const todo = id(options, 'todo_id');
  const path =
    page !== undefined
      ? binderPath(root, binderId, 'pages', page)
      : todo !== undefined
        ? binderPath(root, binderId, 'todos', todo)
        : binderPath(root, binderId, 'chat', id(options, 'chat_id'));
  const home = createHome(parts, path);
  const isAlone = session.call === 'chatView';
  const frame = {
    session,
    home,
    binderId,
    own: 'chat',
    section: Chat,
    started: 'start_chat',
    isAlone,
  } as const;
  render(<BinderFrame {...frame} />, element);
}
