import type { Todo } from '@ringbinder/protocol';
import { todos as text } from '../strings/messages/todos.ts';

export const reasonOf = ({ name, unavailable }: NonNullable<Todo['assignee']>): string =>
  (unavailable === 'left' ? text.left : text.disabled)(name);
