import type { TargetedMouseEvent } from 'preact';
import type { BinderContext } from '../binder/context.ts';

/** The browser's Back button then leads out of the viewer. */
export const openInSameHistoryEntry =
  (binder: BinderContext) => (event: TargetedMouseEvent<HTMLAnchorElement>) => {
    // With these keys, the browser opens a tab or window.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const { pathname, search } = event.currentTarget;
    binder.navigate(pathname + search, 'replace');
  };
