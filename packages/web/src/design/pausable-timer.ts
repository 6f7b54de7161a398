const CHANGES = ['pointermove', 'focusin', 'focusout', 'visibilitychange'] as const;

function isWithin({ clientX: x, clientY: y }: MouseEvent, element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x > left && x < right && y > top && y < bottom;
}

/**
 * The timer stops while the page is hidden, and while the pointer or visible focus is on an element that
 * matches `selector`. It then restarts from zero.
 */
export function startPausableTimer(milliseconds: number, selector: string, end: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPointed = false;
  function look(event?: Event): void {
    const elements = [...document.querySelectorAll(selector)];
    // A resting pointer does not prove that the user is reading.
    if (event instanceof PointerEvent)
      // No event reports that the finger was lifted.
      isPointed = event.pointerType !== 'touch' && elements.some((element) => isWithin(event, element));
    if (document.hidden || isPointed || elements.some((each) => each.querySelector(':focus-visible'))) {
      clearTimeout(timer);
      timer = undefined;
    } else
      timer ??= setTimeout(() => {
        cancel();
        end();
      }, milliseconds);
  }
  const leave = () => {
    isPointed = false;
    look();
  };
  const cancel = () => {
    clearTimeout(timer);
    document.documentElement.removeEventListener('pointerleave', leave);
    for (const type of CHANGES) document.removeEventListener(type, look);
  };
  for (const type of CHANGES) document.addEventListener(type, look);
  document.documentElement.addEventListener('pointerleave', leave);
  look();
  return cancel;
}
