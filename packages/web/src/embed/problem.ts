import { embed as text } from '../strings/messages/embed.ts';

let element: HTMLElement | undefined;

export function showProblem(problem: keyof typeof text.problems, about = ''): void {
  clearProblem();
  const { title, hint } = text.problems[problem];
  element = document.createElement('main');
  element.classList.add('embed', 'embed-problem');
  const box = document.createElement('div');
  box.classList.add('empty');
  box.setAttribute('role', 'alert');
  const heading = document.createElement('h1');
  heading.textContent = title;
  const line = document.createElement('p');
  line.textContent =
    about === '' ? hint : `${about.charAt(0).toUpperCase()}${about.slice(1).replace(/[.]?$/, '.')} ${hint}`;
  box.append(heading, line);
  element.append(box);
  document.body.append(element);
}

export function clearProblem(): void {
  element?.remove();
  element = undefined;
}
