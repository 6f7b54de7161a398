/** What of an element is ours. */
export const MARK = 'data-ringbinder';

/**
 * Says in an element of the page why nothing else is shown there; no words take it away. Styles are set one by one, which
 * a Content-Security-Policy lets pass.
 */
export function notice(element: Element, words = ''): void {
  element.querySelector(`:scope > p[${MARK}]`)?.remove();
  if (words === '') return;
  const shown = document.createElement('p');
  shown.setAttribute(MARK, '');
  shown.setAttribute('role', 'alert');
  shown.textContent = `This could not be shown: ${words}.`;
  shown.style.cssText = 'margin:0;padding:16px;overflow-wrap:anywhere';
  element.append(shown);
}
