import { embed as text } from '../strings/en/embed.ts';

let shown: HTMLElement | undefined;

/**
 * Shows over a module why it is missing, until it appears.
 * @param about details
 */
export function sayProblem(problem: keyof typeof text.problems, about = ''): void {
  clearProblem();
  const { title, hint } = text.problems[problem];
  shown = document.createElement('main');
  shown.classList.add('embed', 'embed-problem');
  const box = document.createElement('div');
  box.classList.add('empty');
  box.setAttribute('role', 'alert');
  const heading = document.createElement('h1');
  heading.textContent = title;
  const line = document.createElement('p');
  line.textContent =
    about === '' ? hint : `${about.charAt(0).toUpperCase()}${about.slice(1).replace(/[.]?$/, '.')} ${hint}`;
  box.append(heading, line);
  shown.append(box);
  document.body.append(shown);
}

export function clearProblem(): void {
  shown?.remove();
  shown = undefined;
}
