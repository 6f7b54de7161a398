import { useRef, useState } from 'preact/hooks';
import { Glyph } from '../../design/glyph.tsx';
import { Menu } from '../../design/menu.tsx';
import { text } from '../../strings/common.ts';
import { templateBuilder as words } from '../../strings/messages/template-builder.ts';
import { readableName } from './template.ts';

interface InsertVariableProps {
  field: string;
  label: string;
  variables: readonly string[];
}

const NEW = 'name';

export function InsertVariable({ field, label, variables }: InsertVariableProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<{ x: number; y: number }>();
  const insert = (variable?: string) => {
    const element = button.current?.form?.elements.namedItem(field);
    if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
      insertInto(element, variable);
  };
  const open = () => {
    const { left, bottom } = (button.current as HTMLElement).getBoundingClientRect();
    setAt({ x: left, y: bottom + 4 });
  };
  const press = () => {
    if (variables.length === 0) insert();
    else if (at) setAt(undefined);
    else open();
  };
  return (
    <>
      <button
        type="button"
        class="button compact quiet"
        ref={button}
        aria-label={text.about(words.insert, label)}
        aria-haspopup={variables.length > 0 ? 'menu' : undefined}
        aria-expanded={variables.length > 0 ? at !== undefined : undefined}
        onClick={press}
      >
        <Glyph name="add" />
        {words.insert}
      </button>
      {at && (
        <Menu
          label={words.insert}
          at={at}
          opener={button}
          close={() => setAt(undefined)}
          items={[
            ...variables.map((variable) => ({ label: readableName(variable), act: () => insert(variable) })),
            { line: true as const },
            { label: words.newVariable, icon: <Glyph name="add" />, act: () => insert() },
          ]}
        />
      )}
    </>
  );
}

function insertInto(field: HTMLInputElement | HTMLTextAreaElement, variable: string | undefined): void {
  const start = field.selectionStart ?? field.value.length;
  const end = field.selectionEnd ?? start;
  const inserted = `{{${variable ?? NEW}}}`;
  field.focus();
  // `setRangeText` ignores `maxLength`.
  const length = field.value.length - (end - start) + inserted.length;
  if (field.maxLength >= 0 && length > field.maxLength) return;
  field.setRangeText(inserted, start, end, 'end');
  if (variable === undefined) field.setSelectionRange(start + 2, start + 2 + NEW.length);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
