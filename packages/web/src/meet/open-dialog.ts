import { signal } from '@preact/signals';

export const openDialog = signal<'shortcuts' | 'page' | undefined>(undefined);
