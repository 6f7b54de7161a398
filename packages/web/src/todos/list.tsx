import type { Message, Todo } from '@ringbinder/protocol';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { SectionHead } from '../binder/section.tsx';
import { countTodoComments } from '../comments/comment-target.ts';
import { Glyph } from '../design/glyph.tsx';
import { useReorder } from '../design/reorder.ts';
import { toastError } from '../design/toast.tsx';
import { binder as binderWords } from '../strings/messages/binder.ts';
import { todos as text } from '../strings/messages/todos.ts';
import type { TodoActions } from './actions.ts';
import { type AddedFields, AddTodo } from './add.tsx';
import { TodoRow } from './row.tsx';
import { useRowFocus } from './row-focus.ts';
import { anchorAt, countTodos, type Filter, filters, visibleTodos } from './todos.ts';

interface TodoListProps {
  binder: BinderContext;
  actions: TodoActions;
  todos: readonly Todo[];
}

const LINGER_MS = 2_500;
const FIRST_ROWS = 200;
const NONE: readonly Message[] = [];

export function TodoList({ binder, actions, todos }: TodoListProps) {
  const openId = binder.target.value.id;
  const userId = binder.me.id;
  const [filter, setFilter] = useState<Filter>('open');
  const [limit, setLimit] = useState(FIRST_ROWS);
  const [lingering, linger] = useLingering();
  const list = useRef<HTMLUListElement>(null);
  const all = visibleTodos(todos, {
    filter,
    userId,
    lingering: openId === undefined ? lingering : new Set(lingering).add(openId),
  });
  const visible = all.slice(0, limit);
  const canWrite = binder.canWrite.value;
  const messages = binder.state.value?.messages ?? NONE;
  const comments = useMemo(() => countTodoComments(messages), [messages]);
  const opened = todos.find(({ id }) => id === openId);

  useEffect(() => {
    if (!opened) return;
    if (!visible.includes(opened)) setFilter(opened.completed ? 'done' : 'open');
    setLimit((before) => Math.max(before, todos.length));
  }, [openId]);

  const move = async (id: number, index: number) => {
    try {
      await actions.move(id, anchorAt(todos, { visible, id, index }));
    } catch (error) {
      toastError((error as Error).message);
    }
  };
  const reorder = useReorder({ list, ids: visible.map(({ id }) => id), move, movedTo: text.movedTo });
  useRowFocus(list, visible.length);

  const complete = async (todo: Todo, completed: boolean) => {
    if (completed) linger(todo.id);
    try {
      await actions.complete(todo, completed);
    } catch (error) {
      toastError((error as Error).message);
    }
  };
  const add = (name: string, { day, assignee }: AddedFields = {}) => {
    // Show the end of the list, which contains the new to-do.
    setLimit(todos.length + FIRST_ROWS);
    return actions.add(name, assignee ?? (filter === 'mine' ? binder.me : undefined), day);
  };
  return (
    <>
      <SectionHead title={binderWords.sections.todos}>
        <Filters value={filter} choose={setFilter} count={(each) => countTodos(todos, each, userId)} />
      </SectionHead>
      {openId !== undefined && !opened && <p class="notice warn">{text.gone}</p>}
      {all.length === 0 && <Nothing filter={filter} canWrite={canWrite} />}
      <ul class="rows todos" ref={list} aria-label={text.list}>
        {visible.map((todo, index) => (
          <TodoRow
            key={todo.id}
            binder={binder}
            actions={actions}
            todo={todo}
            complete={complete}
            commentCount={comments.get(todo.id) ?? 0}
            isOpen={todo.id === openId}
            {...(canWrite && filter !== 'done' && todo.id > 0 && { handle: reorder.handleOf(todo.id) })}
            dropMark={reorder.markAt(index)}
          />
        ))}
      </ul>
      {all.length > visible.length && (
        <button type="button" class="button compact quiet" onClick={() => setLimit(limit + FIRST_ROWS)}>
          {text.more(all.length - visible.length)}
        </button>
      )}
      <p class="hidden-visually" role="status">
        {reorder.announced}
      </p>
      {canWrite && filter !== 'done' && (
        <div class="add-todo-bar">
          <AddTodo binder={binder} add={add} />
        </div>
      )}
    </>
  );
}

interface FiltersProps {
  value: Filter;
  choose: (filter: Filter) => void;
  count: (filter: Filter) => number;
}

function Filters({ value, choose, count }: FiltersProps) {
  return (
    <fieldset class="segments">
      <legend class="hidden-visually">{text.filter}</legend>
      {filters.map((each) => (
        <label key={each}>
          <input
            type="radio"
            name="todo-filter"
            value={each}
            checked={each === value}
            onChange={() => choose(each)}
          />
          <span>{text.count(text.filters[each], count(each))}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Nothing({ filter, canWrite }: { filter: Filter; canWrite: boolean }) {
  return (
    <div class="empty">
      <Glyph name="todo" />
      <h3>{text.empty[filter]}</h3>
      <p>{filter === 'open' && !canWrite ? text.emptyReadOnly : text.emptyHint[filter]}</p>
    </div>
  );
}

function useLingering(): [ReadonlySet<number>, (id: number) => void] {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(
    () => () => {
      for (const timer of timers.current) clearTimeout(timer);
    },
    [],
  );
  const linger = (id: number) => {
    setIds((before) => new Set(before).add(id));
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setIds((before) => new Set([...before].filter((each) => each !== id)));
    }, LINGER_MS);
    timers.current.add(timer);
  };
  return [ids, linger];
}
