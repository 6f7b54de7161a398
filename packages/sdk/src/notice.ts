export const MARK = 'data-ringbinder';

export function notice(element: Element, words = ''): void {
  element.querySelector(`:scope > p[${MARK}]`)?.remove();
  if (words === '') return;
  const paragraph = document.createElement('p');
  paragraph.setAttribute(MARK, '');
  paragraph.setAttribute('role', 'alert');
  paragraph.style.cssText = 'margin:0;padding:16px;overflow-wrap:anywhere';
  element.append(paragraph);
  // Screen readers do not speak an alert that appears with its text.
  setTimeout(() => paragraph.append(`This could not be shown: ${words}.`), 100);
}
