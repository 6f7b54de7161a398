import {
  ApiError,
  type Because,
  because,
  type FieldError,
  invalid,
  invalidFields,
  summary,
} from '../../../errors.ts';
import { createValueCheck } from '../../../http/index.ts';
import type { TransactionInput } from '../create.ts';
import { checkDueTimes } from '../due-times.ts';
import { planSteps } from '../planned-steps.ts';
import { type AssigneeInput, type TemplateUse, TransactionFields } from '../schema.ts';
import type { TemplateAssignee, TemplateBody } from './body.ts';
import { filledLength, fillText, mapTexts, rolesOf, variablesIn, variablesOf } from './texts.ts';

const checkFields = createValueCheck(TransactionFields);
/** For all filled texts together, in characters. */
const MAX_FILLED = 1024 ** 2;

/** Rejects signatures and pages to read, because pages belong to one binder. */
export function checkTemplate(body: TemplateBody, prefix: string): void {
  variablesOf(body, prefix);
  for (const [index, step] of body.steps.entries()) {
    const path = `${prefix}steps[${index}]`;
    const style = step.action_style?.toUpperCase();
    if (style === 'ACKNOWLEDGE' || style === 'SIGN')
      throw invalid(
        `${path}.action_style`,
        `cannot be ${style} in a template: the pages are those of one binder`,
      );
    if (step.assignee) checkAssignee(step.assignee, `${path}.assignee`);
    const names = new Set<string>();
    for (const [at, assignee] of (step.assignees ?? []).entries()) {
      const name = checkAssignee(assignee, `${path}.assignees[${at}]`);
      if (names.has(name)) throw invalid(`${path}.assignees[${at}]`, because('same_as_earlier'));
      names.add(name);
    }
    if (step.escalation && (step.due_in ?? body.due_in) === undefined)
      throw invalid(`${path}.escalation`, 'needs due_in of the step or the transaction');
  }
  const input = inputOf(body, () => ({ user_id: 'somebody' }), 0);
  renaming(
    (path) => ({ path: `${prefix}${path}` }),
    () => {
      planSteps(input.steps);
      checkDueTimes(input, 0);
    },
  );
}

function checkAssignee({ role, group_id: groupId }: TemplateAssignee, path: string): string {
  if (role !== undefined && groupId !== undefined)
    throw invalid(`${path}.group_id`, 'cannot be combined with role');
  const name = role ?? groupId;
  if (name === undefined) throw invalid(path, 'must have role or group_id');
  return name;
}

function inputOf(
  { due_in: dueIn, observers, steps, ...same }: TemplateBody,
  assigneeOf: (role: string) => AssigneeInput,
  at: number,
): TransactionInput {
  const named = ({ role, group_id }: TemplateAssignee): AssigneeInput =>
    role === undefined ? { ...(group_id === undefined ? {} : { group_id }) } : assigneeOf(role);
  const due = (after: number | undefined) => (after === undefined ? {} : { due_time: at + after });
  return {
    ...same,
    ...due(dueIn),
    ...(observers && { observers: observers.map(named) }),
    steps: steps.map(({ assignee, assignees, escalation, due_in, ...step }) => ({
      ...step,
      ...due(due_in),
      ...(assignee && { assignee: named(assignee) }),
      ...(assignees && { assignees: assignees.map(named) }),
      ...(escalation && { escalation: { ...escalation, assignee: named(escalation.assignee) } }),
    })),
  };
}

export interface Expansion {
  input: TransactionInput;
  /** In the errors of `work`, replaces paths of the transaction with paths of the request. */
  renaming<T>(work: () => Promise<T>): Promise<T>;
}

export function expandTemplate(body: TemplateBody, use: TemplateUse, at: number): Expansion {
  const roles = new Map(Object.entries(use.roles ?? {}));
  const values = new Map(Object.entries(use.variables ?? {}));
  requireAll([
    ...differences(rolesOf(body), roles, 'roles', because('no_role_of_template')),
    ...differences(variablesOf(body), values, 'variables', because('no_variable_of_template')),
  ]);
  const sources = new Map<string, string>();
  let length = 0;
  const filled = mapTexts(body, (text, path) => {
    const [name] = variablesIn(text);
    length += filledLength(text, values);
    // Check the length before the values are inserted, because a text may contain a variable thousands of times.
    if (length > MAX_FILLED)
      throw invalid('variables', because('template_texts_long', { limit: MAX_FILLED }));
    if (name !== undefined) sources.set(path, `variables.${name}`);
    return fillText(text, values);
  });
  const nameRole = (assignee: TemplateAssignee | undefined, path: string) => {
    if (assignee?.role !== undefined) sources.set(path, `roles.${assignee.role}`);
  };
  for (const [index, step] of body.steps.entries()) {
    nameRole(step.assignee, `steps[${index}].assignee`);
    nameRole(step.escalation?.assignee, `steps[${index}].escalation.assignee`);
    for (const [at, { options = [] }] of (step.fields ?? []).entries()) {
      const [name] = options.flatMap(variablesIn);
      if (name !== undefined) sources.set(`steps[${index}].fields[${at}].options`, `variables.${name}`);
    }
    for (const [place, assignee] of (step.assignees ?? []).entries())
      nameRole(assignee, `steps[${index}].assignees[${place}]`);
  }
  for (const [place, observer] of (body.observers ?? []).entries()) nameRole(observer, `observers[${place}]`);
  const input = inputOf(filled, (role) => roles.get(role) ?? {}, at);
  const rename = (path: string) => renamed(sources, path);
  renaming(rename, () => checkFields(input));
  return { input, renaming: (work) => renamingAsync(rename, work) };
}

function differences(
  names: readonly string[],
  given: ReadonlyMap<string, unknown>,
  path: string,
  unknown: Because,
): FieldError[] {
  const missing = names.filter((name) => !given.has(name));
  const others = [...given.keys()].filter((name) => !names.includes(name));
  return [
    ...missing.map((name) => ({ path: `${path}.${name}`, ...because('template_needs') })),
    ...others.map((name) => ({ path: `${path}.${name}`, ...unknown })),
  ];
}

function requireAll(errors: FieldError[]): void {
  if (errors.length > 0) throw invalidFields(errors);
}

type Rename = (path: string) => { path: string; place?: string };

/**
 * For example, `steps[0].assignee.user_id` becomes `roles.reviewer.user_id`. If only the template sets the
 * field, returns `template_id`.
 */
function renamed(sources: ReadonlyMap<string, string>, path: string): { path: string; place?: string } {
  for (const [prefix, source] of sources)
    if (path === prefix || path.startsWith(`${prefix}.`))
      return { path: `${source}${path.slice(prefix.length)}`, place: path };
  return { path: 'template_id', place: path };
}

function renaming(rename: Rename, work: () => void): void {
  try {
    work();
  } catch (error) {
    throw withRenamed(error, rename);
  }
}

async function renamingAsync<T>(rename: Rename, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw withRenamed(error, rename);
  }
}

function withRenamed(error: unknown, rename: Rename): unknown {
  if (!(error instanceof ApiError) || !error.errors) return error;
  const errors = error.errors.map(({ path, message, ...why }) => {
    const { path: field, place } = rename(path);
    return {
      ...why,
      path: field,
      message: place === undefined ? message : `${message} (${place} of the transaction)`,
    };
  });
  return new ApiError(error.code, summary(errors), { errors, cause: error });
}

export const renamingPrefix = (prefix: string, work: () => void): void =>
  renaming((path) => ({ path: `${prefix}${path}` }), work);
