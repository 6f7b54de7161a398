export { checkBinders, checkBytes } from './check.ts';
export { countBinders, countBytes } from './queries.ts';
