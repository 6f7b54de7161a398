import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { usePassedFocus } from '../design/pass-focus.ts';

/** When a part with the focus closes, returns the focus to its opener, or to the page if the opener is gone. */
export function useReturnedFocus(element: RefObject<HTMLElement | null>): void {
  const opener = useRef(document.activeElement as HTMLElement | null).current;
  usePassedFocus(element, () =>
    opener?.isConnected && opener !== document.body
      ? opener
      : (document.querySelector<HTMLElement>('.viewer-body .stage') ??
        document.querySelector('.viewer-more')),
  );
}
