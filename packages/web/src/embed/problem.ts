import { embed as text } from '../strings/en/embed.ts';

/** Says in the place of a module why it is not there. @param about what is known of it */
export function sayProblem(element: HTMLElement, problem: keyof typeof text.problems, about = ''): void {
  const { title, hint } = text.problems[problem];
  const frame = document.createElement('main');
  frame.classList.add('embed-problem');
  const box = document.createElement('div');
  box.classList.add('empty');
  box.setAttribute('role', 'alert');
  const heading = document.createElement('h1');
  heading.textContent = title;
  const line = document.createElement('p');
  line.textContent = about === '' ? hint : `${about.charAt(0).toUpperCase()}${about.slice(1)}. ${hint}`;
  box.append(heading, line);
  frame.append(box);
  element.replaceChildren(frame);
}
