import { signal } from '@preact/signals';
import type { BinderCard } from '@ringbinder/protocol';
import type { Row } from './rows.ts';

export interface TimelineMenuState {
  about:
    | { kind: 'create' }
    | { kind: 'binder'; card: BinderCard }
    | { kind: 'category'; row: Extract<Row, { kind: 'group' }> };
  at: { x: number; y: number };
}

export const menu = signal<TimelineMenuState | undefined>(undefined);

export function below(button: Element): TimelineMenuState['at'] {
  const { left, bottom } = button.getBoundingClientRect();
  return { x: left, y: bottom + 4 };
}
