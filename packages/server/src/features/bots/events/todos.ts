import { type EventBuilders, inBinder } from './builder.ts';

/** todo_created and todo_completed. */
export const todoEventBuilders: EventBuilders = {
  todo_created({ id, name }, context) {
    return { kind: 'todo_created', payload: { todo: { id: String(id), name } }, target: inBinder(context) };
  },
  todo_completed({ id, name }, context) {
    return { kind: 'todo_completed', payload: { todo: { id: String(id), name } }, target: inBinder(context) };
  },
};
