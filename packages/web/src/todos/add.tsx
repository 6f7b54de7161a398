import { useId, useRef, useState } from 'preact/hooks';
import type { BinderContext } from '../binder/context.ts';
import { membersOf } from '../binder/people.ts';
import { today } from '../design/date-text.ts';
import { Due } from '../design/due.tsx';
import { dueTimeOf } from '../design/due-state.ts';
import { Glyph } from '../design/glyph.tsx';
import { Alert } from '../design/states.tsx';
import { localeTags } from '../strings/language.ts';
import { binder as binderWords } from '../strings/messages/binder.ts';
import { todos as text } from '../strings/messages/todos.ts';
import { parseTodoNames } from './todos.ts';
import { readTyped, type TypedPart, type TypedTodo } from './typed.ts';

const MAX_NAME = 1000;
const MAX_PASTED = 50;

export interface AddedFields {
  day?: string;
  assignee?: { id: string; name: string };
}

interface AddTodoProps {
  binder: BinderContext;
  add: (name: string, fields?: AddedFields) => Promise<void>;
}

export function AddTodo({ binder, add }: AddTodoProps) {
  const [name, setName] = useState('');
  const [asText, setAsText] = useState<ReadonlySet<TypedPart>>(new Set());
  const [rest, setRest] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const people = membersOf(binder.state.value).map(({ user }) => user);
  const read = (text: string, parts: ReadonlySet<TypedPart>) =>
    readTyped(text, { people, locales: localeTags(), today: today(), asText: parts });
  const addAll = async (names: readonly string[], typed?: TypedTodo) => {
    setName('');
    setRest([]);
    setRefusal('');
    setAsText(new Set());
    const results = await Promise.allSettled(
      names.map((each, index) => (index === 0 && typed ? add(typed.name, typed) : add(each))),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (!failed) return;
    setRefusal((failed.reason as Error).message);
    const refused = names.filter((_, index) => results[index]?.status === 'rejected');
    // Do not overwrite what the user typed during the request.
    const [first = '', ...others] = field.current?.value ? ['', ...refused] : refused;
    if (first !== '') setName(first);
    setRest((before) => [...others, ...before]);
  };
  const onPaste = (event: ClipboardEvent & { currentTarget: HTMLInputElement }) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    if (parseTodoNames(pasted).length < 2) return;
    event.preventDefault();
    const names = parseTodoNames(
      `${value.slice(0, selectionStart ?? 0)}${pasted}${value.slice(selectionEnd ?? value.length)}`,
    );
    if (names.length > MAX_PASTED) setRefusal(binderWords.refusals.tooLarge);
    else void addAll(names);
  };
  const typed = read(name, asText);
  const isTyped = name.trim() !== '';
  const all = [name.trim(), ...rest].filter((each) => each !== '');
  return (
    <form
      class="add-todo"
      onSubmit={(event) => {
        event.preventDefault();
        if (all.length > 0) void addAll(all, isTyped ? typed : undefined);
        field.current?.focus();
      }}
    >
      <Glyph name="add" />
      <input
        dir="auto"
        ref={field}
        value={name}
        maxLength={MAX_NAME}
        placeholder={text.add}
        aria-label={text.add}
        aria-describedby={refusal ? id : undefined}
        autocomplete="off"
        enterkeyhint="done"
        onPaste={onPaste}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      {all.length > 0 && (
        <button type="submit" class="button compact" title={text.addHint}>
          {rest.length > 0 ? text.count(text.addButton, all.length) : text.addButton}
        </button>
      )}
      <TypedParts found={read(name, new Set())} asText={asText} change={setAsText} />
      <Alert id={id}>{refusal}</Alert>
    </form>
  );
}

interface TypedPartsProps {
  found: TypedTodo;
  asText: ReadonlySet<TypedPart>;
  change: (asText: ReadonlySet<TypedPart>) => void;
}

/** A pressed part is understood. Pressing it leaves its words in the title. */
function TypedParts({ found: { day, assignee }, asText, change }: TypedPartsProps) {
  const due = day === undefined ? undefined : dueTimeOf({ due_day: day });
  const toggleOf = (part: TypedPart) => ({
    type: 'button' as const,
    'aria-pressed': !asText.has(part),
    onClick: () => {
      const next = new Set(asText);
      if (!next.delete(part)) next.add(part);
      change(next);
    },
  });
  return (
    <div class="add-todo-parts" role="status">
      {due !== undefined && (
        <button class="button compact quiet" {...toggleOf('day')}>
          <Due at={due} />
        </button>
      )}
      {assignee && (
        <button class="button compact quiet" {...toggleOf('assignee')}>
          {text.assignedTo(assignee.name)}
        </button>
      )}
    </div>
  );
}
