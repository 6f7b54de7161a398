import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useCloseOnBack } from './close-on-back.ts';
import { Glyph } from './glyph.tsx';

export type MenuItem =
  | { label: string; icon?: ComponentChildren; danger?: boolean; act: () => void }
  | { label: string; isChecked: boolean; kind: 'radio' | 'checkbox'; act: () => void }
  | { heading: string }
  | { line: true };

interface MenuProps {
  label: string;
  items: readonly MenuItem[];
  /** In pixels from the window's top left corner. The menu moves to fit into the window. */
  at: { x: number; y: number };
  /** This button's own handler closes the menu. */
  opener?: { readonly current: HTMLElement | null };
  close: () => void;
}

export function Menu({ label, items, at, opener: button, close }: MenuProps) {
  const element = useRef<HTMLDivElement>(null);
  useCloseOnBack(close);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const opener = document.activeElement;
    positionMenu(current, at);
    stopsOf(current)[0]?.focus({ preventScroll: true });
    const onPointer = (event: Event) => {
      const target = event.target as Node;
      if (!current.contains(target) && !button?.current?.contains(target)) close();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      event.stopPropagation();
      const next = nextStop(stopsOf(current), event.key);
      if (event.key === 'Escape' || event.key === 'Tab') close();
      else if (next) next.focus();
      else return;
      event.preventDefault();
    };
    document.addEventListener('pointerdown', onPointer, true);
    // The menu keeps the keys if a part that loads late takes the focus.
    document.addEventListener('keydown', onKeyDown, true);
    const onResize = () => positionMenu(current, at);
    addEventListener('resize', onResize);
    addEventListener('blur', close);
    return () => {
      document.removeEventListener('pointerdown', onPointer, true);
      document.removeEventListener('keydown', onKeyDown, true);
      removeEventListener('resize', onResize);
      removeEventListener('blur', close);
      const { activeElement } = document;
      const isElsewhere =
        activeElement && activeElement !== document.body && !current.contains(activeElement);
      if (!isElsewhere && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <div class="menu-pop" role="menu" aria-label={label} tabIndex={-1} ref={element}>
      {items.map((item, index) => {
        if ('line' in item) return <hr key={index} />;
        if ('heading' in item)
          return (
            <p class="menu-heading" role="presentation" key={index}>
              {item.heading}
            </p>
          );
        return <MenuLine key={index} item={item} close={close} />;
      })}
    </div>
  );
}

function MenuLine({ item, close }: { item: Extract<MenuItem, { act: () => void }>; close: () => void }) {
  const choose = () => {
    close();
    item.act();
  };
  if ('kind' in item) {
    const inside = (
      <>
        <span class="menu-check">{item.isChecked && <Glyph name="check" />}</span>
        {item.label}
      </>
    );
    const { isChecked } = item;
    return item.kind === 'radio' ? (
      <button type="button" role="menuitemradio" aria-checked={isChecked} tabIndex={-1} onClick={choose}>
        {inside}
      </button>
    ) : (
      <button type="button" role="menuitemcheckbox" aria-checked={isChecked} tabIndex={-1} onClick={choose}>
        {inside}
      </button>
    );
  }
  return (
    <button type="button" role="menuitem" class={item.danger ? 'danger' : ''} tabIndex={-1} onClick={choose}>
      <span class="menu-check">{item.icon}</span>
      {item.label}
    </button>
  );
}

function stopsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('button')];
}

function nextStop(stops: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const at = stops.indexOf(document.activeElement as HTMLElement);
  switch (key) {
    case 'ArrowDown':
      return stops[(at + 1) % stops.length];
    case 'ArrowUp':
      return stops.at(at <= 0 ? -1 : at - 1);
    case 'Home':
      return stops[0];
    case 'End':
      return stops.at(-1);
  }
  if (key.length !== 1) return undefined;
  const letter = key.toLocaleLowerCase();
  const order = [...stops.slice(at + 1), ...stops.slice(0, at + 1)];
  return order.find((each) => each.innerText.trim().toLocaleLowerCase().startsWith(letter));
}

function positionMenu(menu: HTMLElement, { x, y }: { x: number; y: number }): void {
  const { width, height } = menu.getBoundingClientRect();
  const margin = 8;
  const top = y + height + margin > innerHeight ? Math.max(margin, innerHeight - height - margin) : y;
  menu.style.left = `${Math.max(margin, Math.min(x, innerWidth - width - margin))}px`;
  menu.style.top = `${top}px`;
}
