import { PASSWORD_SCRIPT } from './password-field.ts';

/** Shows the problems of fields below them, instead of the browser's pop-ups, and focuses the first. */
const FIELD_PROBLEMS = `const problemOf = ({ validity, minLength }) =>
  validity.typeMismatch ? 'Enter an email address, such as ada@example.com.'
  : validity.tooShort ? 'Enter at least ' + minLength + ' characters.'
  : 'Fill in this field.';
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

/** For pages with forms of class `stack`. Without it, browsers check `required` themselves. */
export const FORM_SCRIPT = `${FIELD_PROBLEMS}
${PASSWORD_SCRIPT}`;
