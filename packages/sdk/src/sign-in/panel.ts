export interface SignInPanel {
  wait(): void;
  say(problem: string): void;
  /** If the button has the focus, moves it to the module's frame. */
  remove(): void;
}

export interface PanelSize {
  width: string;
  height: string;
}

const ASKING = 'Sign in to continue.';
const WAITING = 'Continue in the window that opened.';

/** Content-Security-Policy allows styles that are set through the DOM. */
export function showPanel(tag: Element, size: PanelSize | undefined, onPress: () => void): SignInPanel {
  const panel = document.createElement('div');
  const words = document.createElement('p');
  const button = document.createElement('button');
  panel.setAttribute('role', 'group');
  panel.ariaLabel = 'Sign in';
  words.setAttribute('role', 'status');
  words.textContent = ASKING;
  button.type = 'button';
  button.textContent = 'Sign in';
  button.addEventListener('click', onPress);
  Object.assign(panel.style, {
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: '12px',
    padding: '16px',
    boxSizing: 'border-box',
    maxWidth: '100%',
    textAlign: 'center',
    ...(size && { width: size.width, height: size.height, minHeight: '120px' }),
    border: '1px solid color-mix(in srgb, currentColor 22%, transparent)',
    borderRadius: '8px',
  });
  Object.assign(words.style, { margin: '0', maxWidth: '32em', overflowWrap: 'anywhere' });
  Object.assign(button.style, {
    font: 'inherit',
    color: 'inherit',
    background: 'transparent',
    cursor: 'pointer',
    minHeight: '44px',
    padding: '8px 20px',
    border: '1px solid currentColor',
    borderRadius: '8px',
  });
  panel.append(words, button);
  tag.prepend(panel);
  const change = (text: string, role: 'status' | 'alert') => {
    words.setAttribute('role', role);
    words.textContent = text;
  };
  return {
    wait: () => change(WAITING, 'status'),
    say: (problem) => change(`${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`, 'alert'),
    remove() {
      const hadFocus = panel.contains(document.activeElement);
      panel.remove();
      if (hadFocus) setTimeout(() => tag.querySelector('iframe')?.focus());
    },
  };
}
