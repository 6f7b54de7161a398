import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly (readonly [name: Name, label: string, icon?: string])[];
  selected: Name;
  select: (name: Name) => void;
  children: ComponentChildren;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

export function Tabs<Name extends string>({ label, tabs, selected, select, children }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const place = tabs.findIndex(([name]) => name === selected);
    const next = Number.isFinite(step)
      ? (place + step + tabs.length) % tabs.length
      : step < 0
        ? 0
        : tabs.length - 1;
    const [name] = tabs[next] ?? [];
    if (name === undefined) return;
    select(name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div class="tabs">
      <div class="tablist" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(([name, title, icon]) => (
          <button
            type="button"
            role="tab"
            key={name}
            id={`${id}-${name}`}
            aria-selected={name === selected}
            aria-controls={`${id}-panel`}
            tabIndex={name === selected ? 0 : -1}
            onClick={() => select(name)}
            {...(icon && { title, 'aria-label': title })}
          >
            {icon ?? title}
          </button>
        ))}
      </div>
      <div
        class="tabpanel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        key={selected}
      >
        {children}
      </div>
    </div>
  );
}
