export { findTodoOrder } from './queries.ts';
export { readFirstTodos } from './read.ts';
export { remindDue, reminders } from './reminders.ts';
export { todoResource } from './resource.ts';
export { todosFeature } from './routes.ts';
export { createTodo } from './service.ts';
