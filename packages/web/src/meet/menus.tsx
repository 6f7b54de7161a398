import { signal } from '@preact/signals';
import { Menu, type MenuItem } from '../design/menu.tsx';

interface OpenMenu {
  label: string;
  items: readonly MenuItem[];
  at: { x: number; y: number };
}

const open = signal<OpenMenu | undefined>(undefined);

export function openMenu(label: string, items: readonly MenuItem[], at: OpenMenu['at']): void {
  open.value = { label, items, at };
}

export function positionBelow(button: Element): { x: number; y: number } {
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left, y: bottom + 4 };
}

export function positionAbove(button: Element, lines: number): { x: number; y: number } {
  const { left, top } = button.getBoundingClientRect();
  return { x: left, y: Math.max(8, top - lines * (matchMedia('(hover: none)').matches ? 44 : 32) - 16) };
}

export function Menus() {
  const { value: current } = open;
  if (!current) return null;
  return (
    <Menu
      key={`${current.label} ${current.at.x} ${current.at.y}`}
      {...current}
      close={() => {
        open.value = undefined;
      }}
    />
  );
}
