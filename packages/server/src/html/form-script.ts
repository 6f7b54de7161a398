import { PASSWORD_SCRIPT } from './password-field.ts';
import type { Words } from './words.ts';

export const MIN_LENGTH = 10;

const FIELD_PROBLEMS = `const problemOf = ({ validity }) =>
  validity.typeMismatch ? texts.email : validity.tooShort ? texts.short : texts.empty;
const describe = (field, change) => {
  const ids = change((field.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean));
  if (ids.length > 0) field.setAttribute('aria-describedby', ids.join(' '));
  else field.removeAttribute('aria-describedby');
};
const showProblem = (field) => {
  const problem = Object.assign(document.createElement('p'), { className: 'wrong', id: field.id + '-wrong' });
  problem.textContent = problemOf(field);
  (field.closest('.secret') ?? field).after(problem);
  field.setAttribute('aria-invalid', 'true');
  describe(field, (ids) => [problem.id, ...ids]);
};
const removeProblem = (field) => {
  const problem = document.getElementById(field.id + '-wrong');
  if (!problem) return;
  field.removeAttribute('aria-invalid');
  describe(field, (ids) => ids.filter((id) => id !== problem.id));
  problem.remove();
};
for (const form of document.querySelectorAll('form.stack')) {
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    for (const field of form.elements) removeProblem(field);
    const [first, ...others] = form.querySelectorAll(':is(input, select):invalid');
    if (!first) return;
    event.preventDefault();
    [first, ...others].forEach(showProblem);
    first.focus();
  });
}`;

export function formScript({ text }: Words): string {
  const texts = {
    email: text('page.wrong_email'),
    short: text('page.too_short', { count: MIN_LENGTH }),
    empty: text('page.fill_in'),
    show: text('page.show'),
    hide: text('page.hide'),
  };
  return `const texts = ${JSON.stringify(texts).replaceAll('<', '\\u003c')};
${FIELD_PROBLEMS}
${PASSWORD_SCRIPT}`;
}
