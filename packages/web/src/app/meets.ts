import { effect } from '@preact/signals';
import { address } from '../address.ts';
import type { AppContext } from './context.ts';
import { meetOf } from './meet-path.ts';

/** Opens the meet that the address names, over the app. What draws meets is loaded with the first one. */
export function followMeets(app: AppContext): void {
  effect(() => {
    const named = meetOf(app.boot.root, address.value.path);
    if (named) void import('./meet.tsx').then(({ openMeet }) => openMeet(app, named));
  });
}
