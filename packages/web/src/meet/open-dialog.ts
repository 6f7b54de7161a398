import { signal } from '@preact/signals';

/** What lies over the meet. */
export const openDialog = signal<'shortcuts' | 'page' | undefined>(undefined);
