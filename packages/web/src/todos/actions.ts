import { computed } from '@preact/signals';
import { type BinderState, type operations, unwrap } from '@ringbinder/client';
import type { Todo } from '@ringbinder/protocol';
import type { BinderContext } from '../binder/context.ts';
import { createOptimistic, createQueue, isConfirmedAt } from '../binder/optimistic.ts';
import { memberOf } from '../binder/people.ts';
import { explained, refusalOf } from '../binder/refusal.ts';
import { fromDueFields } from '../design/local-field.ts';
import { withMoved } from './todos.ts';
import { isUnreachable, sendTick, ticked, unsentTicksOf } from './unsent-ticks.ts';

type Change = NonNullable<operations['updateTodo']['requestBody']>['content']['application/json'];

/** `null` clears a field. */
export interface TodoFields {
  name?: string;
  description?: string;
  /** The description before the user's edit. */
  base_description?: string;
  due_time?: number | null;
  due_day?: string | null;
  reminder_time?: number | null;
  assignee_id?: string | null;
}

/** Each action shows its change immediately, and may throw a Refusal. */
export type TodoActions = ReturnType<typeof createTodoActions>;

let lastTemporaryId = 0;

export function createTodoActions(binder: BinderContext) {
  const { id: binder_id, client, me } = binder;
  const { view: sentView, perform } = createOptimistic(binder.state);
  const unsent = unsentTicksOf(binder);
  const view = computed(() => withTodos(sentView.value, unsent.applyTo));
  const inTurn = createQueue();
  const ofTodo = (todo_id: number) => ({ params: { path: { binder_id, todo_id } } });
  const one = '/{binder_id}/todos/{todo_id}';

  async function change(id: number, body: Change, apply: (todos: readonly Todo[]) => readonly Todo[]) {
    await perform({
      apply: (state) => withTodos(state, apply),
      call: () =>
        inTurn(async () => {
          const { todos } = await explained(unwrap(client.api.POST(one, { ...ofTodo(id), body })));
          return todos[0] ?? { updated_time: 0 };
        }),
      isConfirmed: isConfirmedAt,
    });
  }

  return {
    view,

    /** @param day the due day, such as `2026-12-01` */
    async add(name: string, assignee?: { id: string; name: string }, day?: string): Promise<void> {
      const now = Date.now();
      const temporary: Todo = {
        id: --lastTemporaryId,
        name,
        description: '',
        completed: false,
        creator: me,
        created_time: now,
        updated_time: now,
        ...(assignee && { assignee }),
        ...(day !== undefined && { due_day: day }),
      };
      const before = new Set(binder.state.peek()?.todos.map(({ id }) => id));
      // The log may deliver the new to-do before the response.
      const isIt = (todo: Todo) =>
        todo.id > 0 && !before.has(todo.id) && todo.creator.id === me.id && todo.name === name;
      await perform({
        apply: (state) => withTodos(state, (todos) => (todos.some(isIt) ? todos : [...todos, temporary])),
        call: () =>
          inTurn(async () => {
            const params = { path: { binder_id } };
            const due_time = day === undefined ? undefined : fromDueFields({ date: day, time: '' });
            const due = due_time !== undefined && day !== undefined && { due_time, due_day: day };
            const body = { name, ...(assignee && { assignee_id: assignee.id }), ...due };
            const created = unwrap(client.api.POST('/{binder_id}/todos', { params, body }));
            const { todos } = await explained(created);
            return todos[0] ?? { updated_time: 0 };
          }),
        isConfirmed: isConfirmedAt,
      });
    },

    /** Without a connection, the change is stored and sent later. */
    async complete(todo: Todo, completed: boolean): Promise<void> {
      const { id } = todo;
      unsent.forget(id);
      try {
        await perform({
          apply: (state) => withTodos(state, (todos) => replaced(todos, id, ticked(todo, completed))),
          call: () => inTurn(() => sendTick(binder, id, completed)),
          isConfirmed: isConfirmedAt,
        });
      } catch (error) {
        if (isUnreachable(error)) unsent.add(id, completed);
        else throw refusalOf(error);
      }
    },

    move(id: number, afterId: number): Promise<void> {
      return change(id, { after_id: afterId }, (todos) => withMoved(todos, id, afterId));
    },

    change(id: number, fields: TodoFields): Promise<void> {
      return change(id, toBody(fields), (todos) =>
        todos.map((todo) => (todo.id === id ? withFields(todo, fields, binder.state.peek()) : todo)),
      );
    },

    async remove(id: number): Promise<void> {
      await perform({
        apply: (state) => withTodos(state, (todos) => todos.filter((todo) => todo.id !== id)),
        call: () => inTurn(() => explained(unwrap(client.api.DELETE(one, ofTodo(id))))),
        isConfirmed: (state) => !state?.todos.some((todo) => todo.id === id),
      });
    },
  };
}

function withTodos(
  state: BinderState | undefined,
  apply: (todos: readonly Todo[]) => readonly Todo[],
): BinderState | undefined {
  return state && { ...state, todos: apply(state.todos) };
}

function replaced(todos: readonly Todo[], id: number, changed: Todo): readonly Todo[] {
  return todos.map((todo) => (todo.id === id ? changed : todo));
}

const NULLABLE = ['due_time', 'due_day', 'reminder_time', 'assignee_id'] as const;

function toBody({ name, description, base_description, ...rest }: TodoFields): Change {
  const body: Change = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(base_description !== undefined && { base_description }),
  };
  const { due_time, due_day, reminder_time, assignee_id } = rest;
  if (typeof due_time === 'number') body.due_time = due_time;
  if (typeof due_day === 'string') body.due_day = due_day;
  if (typeof reminder_time === 'number') body.reminder_time = reminder_time;
  if (typeof assignee_id === 'string') body.assignee_id = assignee_id;
  const emptied = NULLABLE.filter((field) => rest[field] === null);
  if (emptied.length > 0) body.fieldsToNull = emptied.join(',');
  return body;
}

function withFields(todo: Todo, fields: TodoFields, state: BinderState | undefined): Todo {
  const { name, description, due_time, due_day, reminder_time, assignee_id } = fields;
  const changed: Todo = { ...todo };
  if (name !== undefined) changed.name = name;
  if (description !== undefined) changed.description = description;
  if (due_time === null) delete changed.due_time;
  else if (due_time !== undefined) changed.due_time = due_time;
  if (due_day === null) delete changed.due_day;
  else if (due_day !== undefined) changed.due_day = due_day;
  if (reminder_time === null) delete changed.reminder_time;
  else if (reminder_time !== undefined) changed.reminder_time = reminder_time;
  if (assignee_id === null) delete changed.assignee;
  else if (assignee_id !== undefined) {
    const name = memberOf(state, assignee_id)?.user.name ?? '';
    changed.assignee = { id: assignee_id, name };
  }
  return changed;
}
