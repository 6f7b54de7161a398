export const MARK = 'data-ringbinder';

/**
 * Shows in an element why its module is missing; without text, removes the notice. Sets styles through the DOM, which
 * Content-Security-Policy allows.
 */
export function notice(element: Element, words = ''): void {
  element.querySelector(`:scope > p[${MARK}]`)?.remove();
  if (words === '') return;
  const paragraph = document.createElement('p');
  paragraph.setAttribute(MARK, '');
  paragraph.setAttribute('role', 'alert');
  paragraph.textContent = `This could not be shown: ${words}.`;
  paragraph.style.cssText = 'margin:0;padding:16px;overflow-wrap:anywhere';
  element.append(paragraph);
}
