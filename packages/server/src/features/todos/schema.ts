import { BinderId, NameText, NumericId, Text, Todo, UserId } from '@ringbinder/protocol';
import Type from 'typebox';
import { AsOf, Cursor, Limit, NextCursor, operation } from '../../http/index.ts';

const tag = 'To-dos';
const BinderParams = Type.Object({ binder_id: BinderId });
const TodoParams = Type.Object({ binder_id: BinderId, todo_id: NumericId });
const Name = NameText({ minLength: 1, maxLength: 1000 });
const Description = Text({ maxLength: 65_536 });
/** Milliseconds since 1970, up to the year 9999. */
const Time = Type.Integer({ minimum: 0, maximum: 253_402_300_799_999 });

/** The fields that can be emptied. */
export const emptiable = ['description', 'due_time', 'reminder_time', 'assignee_id'] as const;
const oneEmptiable = `(${emptiable.join('|')})`;

/** What a call that changed to-dos answers. */
const Changed = Type.Object({
  todos: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), updated_time: Type.Integer() })),
});

export const listTodos = operation({
  id: 'listTodos',
  summary: 'List to-dos in their order',
  tag,
  params: BinderParams,
  querystring: Type.Object({ limit: Limit, cursor: Cursor, as_of: AsOf }),
  data: Type.Object({ todos: Type.Array(Todo), next_cursor: NextCursor }),
});

export const createTodo = operation({
  id: 'createTodo',
  summary: 'Create a to-do, behind the others',
  tag,
  params: BinderParams,
  body: Type.Object({
    name: Name,
    description: Type.Optional(Description),
    due_time: Type.Optional(Time),
    reminder_time: Type.Optional(Time),
    assignee_id: Type.Optional(UserId),
  }),
  data: Changed,
});

export const updateTodo = operation({
  id: 'updateTodo',
  summary: 'Change, complete, reopen or move a to-do',
  description: 'Fields that are not given stay as they are; `fieldsToNull` empties some.',
  tag,
  params: TodoParams,
  body: Type.Object({
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    due_time: Type.Optional(Time),
    reminder_time: Type.Optional(Time),
    assignee_id: Type.Optional(UserId),
    completed: Type.Optional(Type.Boolean()),
    after_id: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Move it behind this to-do; 0: to the top.',
      }),
    ),
    fieldsToNull: Type.Optional(
      Type.String({
        pattern: `^${oneEmptiable}(,${oneEmptiable})*$`,
        description: `Fields to empty, separated by commas: ${emptiable.join(', ')}.`,
      }),
    ),
  }),
  data: Changed,
});

export const deleteTodo = operation({ id: 'deleteTodo', summary: 'Delete a to-do', tag, params: TodoParams });
