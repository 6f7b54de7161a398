import { useEffect, useRef, useState } from 'preact/hooks';
import { toastError } from '../design/toast.tsx';
import { pages as text } from '../strings/messages/pages.ts';

interface PageTitleProps {
  name: string;
  rename: (name: string) => Promise<void>;
}

export function PageTitle({ name, rename }: PageTitleProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const hasFocus = useRef(false);
  const isDone = useRef(false);
  useEffect(() => {
    if (isRenaming) field.current?.select();
    else if (hasFocus.current) button.current?.focus();
  }, [isRenaming]);
  const finish = (typed: string, isByKey: boolean) => {
    // Removing the field takes its focus, too.
    if (isDone.current) return;
    isDone.current = true;
    hasFocus.current = isByKey;
    setIsRenaming(false);
    const next = typed.trim();
    if (next !== '' && next !== name) rename(next).catch((error: Error) => toastError(error.message));
  };
  if (!isRenaming)
    return (
      <button
        type="button"
        class="page-title"
        title={text.rename}
        ref={button}
        onClick={() => {
          isDone.current = false;
          setIsRenaming(true);
        }}
      >
        {name}
      </button>
    );
  return (
    <input
      class="page-title"
      dir="auto"
      aria-label={text.name}
      maxLength={255}
      defaultValue={name}
      ref={field}
      onBlur={({ currentTarget }) => finish(currentTarget.value, false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        if (event.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        finish(event.key === 'Enter' ? event.currentTarget.value : name, true);
      }}
    />
  );
}
