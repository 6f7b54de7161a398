import { useId, useRef, useState } from 'preact/hooks';
import { Glyph } from '../design/glyph.tsx';
import { Alert } from '../design/states.tsx';
import { binder as binderWords } from '../strings/messages/binder.ts';
import { todos as text } from '../strings/messages/todos.ts';
import { parseTodoNames } from './todos.ts';

const MAX_NAME = 1000;
const MAX_PASTED = 50;

export function AddTodo({ add }: { add: (name: string) => Promise<void> }) {
  const [name, setName] = useState('');
  const [rest, setRest] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const addAll = async (names: readonly string[]) => {
    setName('');
    setRest([]);
    setRefusal('');
    const results = await Promise.allSettled(names.map(add));
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
  const all = [name.trim(), ...rest].filter((each) => each !== '');
  return (
    <form
      class="add-todo"
      onSubmit={(event) => {
        event.preventDefault();
        if (all.length > 0) void addAll(all);
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
      <Alert id={id}>{refusal}</Alert>
    </form>
  );
}
