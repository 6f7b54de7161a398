import { signal } from '@preact/signals';

/** Session key of the meet that is open in the app, full or minimised. */
export const currentMeet = signal<string | undefined>(undefined);
