import type { JsonOptions } from '@ringbinder/protocol/embed.ts';
import type { BinderSection } from '../binder/context.ts';
import { binderPath } from '../router.ts';
import { id, word } from './options.ts';

/** Includes the section names that older host pages use. */
const TABS: Readonly<Record<string, BinderSection>> = {
  chat: 'chat',
  pages: 'pages',
  todo: 'todos',
  todos: 'todos',
  transactions: 'transactions',
  meet: 'meets',
  meets: 'meets',
  members: 'members',
};

export function targetPath(root: string, binderId: string, own: BinderSection, options: JsonOptions): string {
  const [page, todo, file] = [id(options, 'page_id'), id(options, 'todo_id'), word(options, 'file_id')];
  if (page !== undefined && own !== 'todos') return binderPath(root, binderId, 'pages', page);
  if (todo !== undefined && own !== 'pages') return binderPath(root, binderId, 'todos', todo);
  if (file !== undefined && own !== 'todos')
    return `${binderPath(root, binderId, 'pages')}?${new URLSearchParams({ file })}`;
  if (own !== 'chat') return binderPath(root, binderId, own);
  const message = id(options, 'chat_id');
  const tab = word(options, 'tab')?.replace(/^tab_/, '') ?? '';
  const section = (message === undefined && Object.hasOwn(TABS, tab) && TABS[tab]) || own;
  return binderPath(root, binderId, section, message);
}
