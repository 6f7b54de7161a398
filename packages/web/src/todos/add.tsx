import { useId, useRef, useState } from 'preact/hooks';
import { Glyph } from '../design/glyph.tsx';
import { Alert } from '../design/states.tsx';
import { todos as text } from '../strings/messages/todos.ts';

const MAX_NAME = 1000;

export function AddTodo({ add }: { add: (name: string) => Promise<void> }) {
  const [name, setName] = useState('');
  const [refusal, setRefusal] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const send = async () => {
    const written = name.trim();
    if (written === '') return;
    setName('');
    setRefusal('');
    try {
      await add(written);
    } catch (error) {
      setRefusal((error as Error).message);
      // Do not overwrite what the user typed during the request.
      setName((begun) => begun || written);
    }
  };
  return (
    <form
      class="add-todo"
      onSubmit={(event) => {
        event.preventDefault();
        send();
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
        onInput={(event) => setName(event.currentTarget.value)}
      />
      {name.trim() !== '' && (
        <button type="submit" class="button compact" title={text.addHint}>
          {text.addButton}
        </button>
      )}
      <Alert id={id}>{refusal}</Alert>
    </form>
  );
}
