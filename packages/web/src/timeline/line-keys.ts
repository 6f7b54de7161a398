import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { toggleCollapsed } from './preferences.ts';
import type { Row } from './rows.ts';

const PAGE = 8;

/** Rows need keys to keep the focus after insertions. */
export function useLineKeys(
  frame: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  openId: string | undefined,
) {
  const [activeKey, setActiveKey] = useState(openId);
  const isMoved = useRef(false);
  const index = rows.findIndex(({ key }) => key === activeKey);
  const fallback = rows.findIndex(({ key }) => key === openId);
  const active = index >= 0 ? index : Math.max(0, fallback);

  useLayoutEffect(() => {
    if (openId !== undefined) setActiveKey(openId);
  }, [openId]);

  // Focus after rendering, because only then does the row exist.
  useLayoutEffect(() => {
    if (!isMoved.current) return;
    isMoved.current = false;
    const line = frame.current?.querySelector<HTMLElement>(
      `[data-line="${CSS.escape(rows[active]?.key ?? '')}"]`,
    );
    line?.focus({ preventScroll: true });
  }, [activeKey]);

  function moveTo(at: number): void {
    const row = rows[Math.max(0, Math.min(at, rows.length - 1))];
    if (!row || row.key === activeKey) return;
    isMoved.current = true;
    setActiveKey(row.key);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = rows[active];
    switch (event.key) {
      case 'ArrowDown':
        moveTo(active + 1);
        break;
      case 'ArrowUp':
        moveTo(active - 1);
        break;
      case 'PageDown':
        moveTo(active + PAGE);
        break;
      case 'PageUp':
        moveTo(active - PAGE);
        break;
      case 'Home':
        moveTo(0);
        break;
      case 'End':
        moveTo(rows.length - 1);
        break;
      case 'ArrowLeft':
      case 'ArrowRight':
        if (row?.kind !== 'group') return;
        if (row.isCollapsed === (event.key === 'ArrowRight')) toggleCollapsed(row.group);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  return { active, activate: setActiveKey, onKeyDown };
}
