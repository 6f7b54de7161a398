const HINTED = ':is(button, a)[aria-label]:is([title], [data-hint])';
const HOVER_MS = 500;

export function showHints(): void {
  const hint = document.createElement('div');
  hint.popover = 'manual';
  hint.className = 'hint';
  hint.ariaHidden = 'true';
  Object.assign(hint.style, {
    inset: 'auto',
    margin: '0',
    padding: '4px 8px',
    maxWidth: '20rem',
    borderWidth: '1px',
    borderStyle: 'solid',
    borderColor: 'var(--line-strong)',
    borderRadius: 'var(--radius)',
    font: 'inherit',
    fontSize: 'var(--text-s)',
    color: 'var(--text)',
    background: 'var(--surface)',
  });
  let timer = 0;
  const hide = () => {
    clearTimeout(timer);
    if (hint.matches(':popover-open')) hint.hidePopover();
  };
  const show = (button: HTMLElement) => {
    hide();
    if (!button.isConnected) return;
    hint.textContent = button.title || (button.dataset.hint ?? '');
    // A modal dialog makes everything outside the dialog inert.
    (button.closest('dialog') ?? document.body).append(hint);
    hint.showPopover();
    const { left, top, bottom, width } = button.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = hint;
    const middle = Math.min(left + (width - offsetWidth) / 2, innerWidth - offsetWidth - 4);
    hint.style.left = `${Math.max(4, middle)}px`;
    // Leave no gap, so that the pointer can reach the hint.
    hint.style.top = `${bottom + offsetHeight > innerHeight ? top - offsetHeight : bottom}px`;
  };
  const buttonOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>(HINTED) : null;
  addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'mouse' || hint.contains(event.target as Node)) return;
    hide();
    const button = buttonOf(event);
    // The browser itself shows a title that differs from the name.
    if (!button || (button.title && button.title !== button.ariaLabel)) return;
    button.dataset.hint = button.ariaLabel ?? '';
    button.removeAttribute('title');
    timer = window.setTimeout(show, HOVER_MS, button);
  });
  addEventListener('focusin', (event) => {
    // If a button was removed, `focusout` may not have fired.
    hide();
    const button = buttonOf(event);
    if (button?.matches(':focus-visible')) show(button);
  });
  addEventListener('focusout', hide);
  addEventListener('pointerdown', hide);
  addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), true);
}
