import { signal } from '@preact/signals';

export const drawnPage = signal<number>();
