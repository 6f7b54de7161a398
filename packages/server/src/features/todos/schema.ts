import { BinderId, NumericId, Text, Todo, TodoInput } from '@ringbinder/protocol';
import Type, { type Static } from 'typebox';
import { AsOf, Cursor, Limit, NextCursor, operation } from '../../http/index.ts';
import { FieldsToNull } from '../../resource/resource.ts';

const tag = 'To-dos';
const BinderParams = Type.Object({ binder_id: BinderId });
const TodoParams = Type.Object({ binder_id: BinderId, todo_id: NumericId });

const NewTodo = Type.Object({
  ...TodoInput.properties,
  message_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'A message of the binder that the to-do is created from.',
    }),
  ),
});
export type NewTodo = Static<typeof NewTodo>;

const Changed = Type.Object({
  todos: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), updated_time: Type.Integer() })),
});

export const listTodos = operation(tag, 'listTodos', {
  summary: 'List to-dos in their order',
  description: 'Allowed for members of the binder.',
  params: BinderParams,
  querystring: Type.Object({ limit: Limit, cursor: Cursor, as_of: AsOf }),
  data: Type.Object({ todos: Type.Array(Todo), next_cursor: NextCursor }),
});

export const createTodo = operation(tag, 'createTodo', {
  summary: 'Create a to-do at the end of the list',
  description: 'Needs write access. 412: the assignee is disabled or not a member.',
  params: BinderParams,
  body: NewTodo,
  data: Changed,
});

const TodoChange = Type.Object({
  ...Type.Partial(TodoInput).properties,
  completed: Type.Optional(Type.Boolean()),
  after_id: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Moves the to-do to the position after this one. With 0, moves it to the top.',
    }),
  ),
  base_description: Type.Optional(
    Text({
      maxLength: 65_536,
      description:
        'The `description` on which the change is based. If the to-do has another one by then: 412.',
    }),
  ),
  fieldsToNull: FieldsToNull(TodoInput),
});
export type TodoChange = Static<typeof TodoChange>;

export const updateTodo = operation(tag, 'updateTodo', {
  summary: 'Change, complete, reopen or move a to-do',
  description:
    'Needs write access. Omitted fields do not change. To empty fields, list them in `fieldsToNull`. 412: the new assignee is disabled or not a member.',
  params: TodoParams,
  body: TodoChange,
  data: Changed,
});

export const deleteTodo = operation(tag, 'deleteTodo', { summary: 'Delete a to-do', params: TodoParams });
