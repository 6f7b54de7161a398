import type { HomeTodo } from '@ringbinder/protocol';
import { useRef } from 'preact/hooks';
import { Due } from '../design/due.tsx';
import { dueTimeOf } from '../design/due-state.ts';
import { binderPath } from '../router.ts';
import { binder as texts } from '../strings/messages/binder.ts';
import { todos as text } from '../strings/messages/todos.ts';
import { useApp } from '../timeline/context.ts';
import { useRowFocus } from '../todos/row-focus.ts';
import { type CheckedTodo, complete, keyOf } from './completed.ts';
import { BinderName, Row, SectionFrame, type SectionProps, useCard } from './section.tsx';
import type { HomeStore } from './store.ts';

export function Todos({ store, section }: SectionProps<CheckedTodo>) {
  return (
    <SectionFrame name="todos" title={texts.sections.todos} store={store} section={section}>
      <List store={store} section={section} />
    </SectionFrame>
  );
}

function List({ store, section: { items } }: SectionProps<CheckedTodo>) {
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(list, items.length);
  return (
    <ul class="rows" ref={list}>
      {items.map(({ item, completed }) => (
        <Todo key={keyOf(item)} store={store} item={item} completed={completed} />
      ))}
    </ul>
  );
}

function Todo({ store, item, completed }: { store: HomeStore; item: HomeTodo; completed: boolean }) {
  const app = useApp();
  const { binder, todo } = item;
  const due = dueTimeOf(todo);
  const isReader = useCard(binder.id)?.member_type === 'BOARD_READ_ONLY';
  const checkbox = (
    <input
      type="checkbox"
      data-control="complete"
      checked={completed}
      disabled={isReader}
      aria-label={text.complete(todo.name)}
      onChange={({ currentTarget }) => void complete(app, store, item, currentTarget.checked)}
    />
  );
  const title = (
    <a
      dir="auto"
      class="home-name"
      data-done={completed}
      data-control="name"
      href={binderPath(app.boot.root, binder.id, 'todos', todo.id)}
    >
      {todo.name}
    </a>
  );
  return (
    <Row lead={checkbox} title={title} about={<BinderName binder={binder} />}>
      {due !== undefined && <Due at={due} completed={completed} short />}
    </Row>
  );
}
