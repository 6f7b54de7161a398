import { signal } from '@preact/signals';

/** What lies over the meet. */
export const openDialog = signal<'shortcuts' | undefined>(undefined);
