import type { AppContext } from './context.ts';
import { followNews } from './notifications.ts';
import { hearShortcuts } from './shortcuts.ts';

/** Begins what the app does beside drawing: shortcuts, and telling of what is new. @param say reads a sentence out */
export function beginLater(app: AppContext, say: (sentence: string) => void): void {
  hearShortcuts(app);
  followNews(app, say);
}
