import { signal } from '@preact/signals';

/** The sheet above the app. */
export const overlay = signal<'find' | 'shortcuts' | 'language' | undefined>(undefined);
