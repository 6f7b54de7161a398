import type { Todo } from '@ringbinder/protocol';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { Avatar } from '../design/avatar.tsx';
import { Due } from '../design/due.tsx';
import { dueTimeOf } from '../design/due-state.ts';
import { formatTime } from '../design/format.ts';
import { Glyph } from '../design/glyph.tsx';
import { Menu } from '../design/menu.tsx';
import type { DropMark, Handle } from '../design/reorder.ts';
import { Badge } from '../design/states.tsx';
import { comments as commentWords } from '../strings/messages/comments.ts';
import { todos as text } from '../strings/messages/todos.ts';
import type { TodoActions } from './actions.ts';
import { TodoDetails } from './details.tsx';
import { reasonOf } from './unavailable.ts';

interface TodoRowProps {
  binder: BinderContext;
  actions: TodoActions;
  todo: Todo;
  commentCount: number;
  complete: (todo: Todo, completed: boolean) => void;
  isOpen: boolean;
  handle?: Handle;
  dropMark: DropMark;
}

export function TodoRow({
  binder,
  actions,
  todo,
  commentCount,
  complete,
  isOpen,
  handle,
  dropMark,
}: TodoRowProps) {
  const { id, name, completed } = todo;
  const row = useRef<HTMLLIElement>(null);
  const canWrite = binder.canWrite.value;
  const isBeingAdded = id < 0;
  useEffect(() => {
    if (isOpen || isBeingAdded) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, isBeingAdded]);
  return (
    <li
      ref={row}
      class="todo"
      data-done={completed}
      data-open={isOpen}
      data-drop={dropMark}
      data-dragged={handle?.isDragged}
      aria-busy={isBeingAdded}
    >
      <div class="todo-line">
        {handle && <MoveHandle handle={handle} name={name} />}
        <input
          type="checkbox"
          data-control="complete"
          checked={completed}
          disabled={!canWrite || isBeingAdded}
          aria-label={text.complete(name)}
          onChange={(event) => complete(todo, event.currentTarget.checked)}
        />
        {isBeingAdded ? (
          <span dir="auto" class="todo-name">
            {name}
          </span>
        ) : (
          <a
            dir="auto"
            class="todo-name"
            data-control="name"
            href={isOpen ? binder.links.section('todos') : binder.links.todo(id)}
            aria-expanded={isOpen}
          >
            {name}
          </a>
        )}
        <TodoMarks todo={todo} commentCount={commentCount} />
      </div>
      {isOpen && <TodoDetails binder={binder} actions={actions} todo={todo} />}
    </li>
  );
}

/** In pixels. A longer movement turns a press into a drag. */
const DRAGGED = 4;

function MoveHandle({ handle, name }: { handle: Handle; name: string }) {
  const hint = useId();
  const button = useRef<HTMLButtonElement>(null);
  const pressedAt = useRef(0);
  const [menu, setMenu] = useState<{ x: number; y: number }>();
  const items = [
    ...(handle.isFirst ? [] : [{ label: text.moveUp, act: () => handle.moveBy(-1, name) }]),
    ...(handle.isLast ? [] : [{ label: text.moveDown, act: () => handle.moveBy(1, name) }]),
  ];
  return (
    <>
      <button
        type="button"
        class="todo-handle"
        data-control="move"
        aria-label={text.moveHandle(name)}
        aria-describedby={hint}
        {...(items.length > 0 && { 'aria-haspopup': 'menu', 'aria-expanded': menu !== undefined })}
        ref={button}
        onClick={({ currentTarget, clientY, detail }) => {
          const isDrag = detail > 0 && Math.abs(clientY - pressedAt.current) > DRAGGED;
          if (isDrag || items.length === 0) return;
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setMenu(menu ? undefined : { x: left, y: bottom });
        }}
        onKeyDown={(event) => handle.onKeyDown(event, name)}
        onPointerDown={(event) => {
          pressedAt.current = event.clientY;
          handle.onPointerDown(event);
        }}
        onPointerMove={handle.onPointerMove}
        onPointerUp={handle.onPointerUp}
        onPointerCancel={handle.onPointerCancel}
      >
        <Glyph name="drag" />
      </button>
      <span class="hidden-visually" id={hint}>
        {text.moveHint}
      </span>
      {menu && (
        <Menu
          label={text.moveHandle(name)}
          items={items}
          at={menu}
          opener={button}
          close={() => setMenu(undefined)}
        />
      )}
    </>
  );
}

interface TodoMarksProps {
  todo: Todo;
  commentCount: number;
}

function TodoMarks({ todo, commentCount }: TodoMarksProps) {
  const { id, completed, assignee, reminder_time, description } = todo;
  const due = dueTimeOf(todo);
  return (
    <span class="todo-marks">
      {id < 0 && <span class="muted small">{text.saving}</span>}
      {description !== '' && <Mark glyph="note" label={text.hasNotes} />}
      {commentCount > 0 && (
        <Mark glyph="comment" label={commentWords.count(commentCount)} count={commentCount} />
      )}
      {reminder_time !== undefined && !completed && (
        <Mark glyph="bell" label={`${text.hasReminder}: ${formatTime(reminder_time)}`} />
      )}
      {due !== undefined && <Due at={due} completed={completed} short />}
      {assignee && (
        <span
          class="todo-assignee"
          title={assignee.unavailable ? reasonOf(assignee) : text.assignedTo(assignee.name)}
        >
          {assignee.unavailable && <Badge tone="warn">{text.unavailableShort}</Badge>}
          <Avatar id={assignee.id} name={assignee.name} small />
          <span class="hidden-visually">{text.assignedTo(assignee.name)}</span>
        </span>
      )}
    </span>
  );
}

interface MarkProps {
  glyph: 'note' | 'bell' | 'comment';
  label: string;
  count?: number;
}

function Mark({ glyph, label, count }: MarkProps) {
  return (
    <span class="todo-mark" title={label}>
      <Glyph name={glyph} />
      {count !== undefined && <span aria-hidden="true">{count}</span>}
      <span class="hidden-visually">{label}</span>
    </span>
  );
}
