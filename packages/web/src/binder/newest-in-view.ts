import { signal } from '@preact/signals';

/** The binder whose chat is shown up to its newest message, if one is. Whether somebody looks at the page is another thing. */
export const newestInView = signal<string | undefined>(undefined);
