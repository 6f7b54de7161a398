import { signal } from '@preact/signals';

/** What lies over the meet. */
export const sheet = signal<'shortcuts' | undefined>(undefined);
