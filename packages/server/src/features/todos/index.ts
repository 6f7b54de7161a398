export { findTodoOrder } from './queries.ts';
export { readFirstTodos, readTodos } from './read.ts';
export { remindDue, reminders } from './reminders.ts';
export { todosFeature } from './routes.ts';
export { createTodo } from './service.ts';
