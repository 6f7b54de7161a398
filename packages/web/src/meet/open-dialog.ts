import { signal } from '@preact/signals';

/** The open dialog. */
export const openDialog = signal<'shortcuts' | 'page' | undefined>(undefined);
