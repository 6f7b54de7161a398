const GAP_PX = 4;

/** Moves a list below the caret, or above it without room below. The list is positioned in its offset parent. */
export function placeAtCaret(list: HTMLElement): void {
  const around = list.offsetParent?.getBoundingClientRect();
  const caret = caretBox();
  if (!around || !caret) return;
  const { width, height } = list.getBoundingClientRect();
  const bottom = caret.bottom + GAP_PX;
  const isBelow = bottom + height <= Math.min(innerHeight, around.bottom);
  const top = isBelow ? bottom : Math.max(0, caret.top - GAP_PX - height);
  const left = Math.max(around.left, Math.min(caret.left, around.right - width));
  Object.assign(list.style, { inset: 'auto', top: `${top - around.top}px`, left: `${left - around.left}px` });
}

/** The box of the character before the caret, because an empty range may have none. */
function caretBox(): DOMRect | undefined {
  const { focusNode, focusOffset = 0 } = getSelection() ?? {};
  if (!(focusNode instanceof Text) || focusOffset === 0) return undefined;
  const range = document.createRange();
  range.setStart(focusNode, focusOffset - 1);
  range.setEnd(focusNode, focusOffset);
  return range.getBoundingClientRect();
}
