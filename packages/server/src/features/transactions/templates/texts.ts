import { because, invalid, withDetails } from '../../../errors.ts';
import { NAME } from '../schema.ts';
import type { TemplateBody } from './body.ts';

/** Any other text after `{{` is an error, so that readers never see a misspelt variable. */
const VARIABLE = new RegExp(`\\{\\{(${NAME})\\}\\}`, 'gu');

export function mapTexts(body: TemplateBody, change: (text: string, path: string) => string): TemplateBody {
  const optional = <K extends string>(key: K, text: string | undefined, path: string) =>
    text === undefined ? {} : ({ [key]: change(text, `${path}.${key}`) } as Record<K, string>);
  return {
    ...body,
    title: change(body.title, 'title'),
    content: change(body.content, 'content'),
    steps: body.steps.map((step, index) => ({
      ...step,
      actions: step.actions.map((action, at) => {
        const path = `steps[${index}].actions[${at}]`;
        const { display_status: status } = action;
        return {
          ...action,
          text: change(action.text, `${path}.text`),
          ...optional('payload', action.payload, path),
          ...optional('feed_msg', action.feed_msg, path),
          ...optional('feed_message', action.feed_message, path),
          ...(status && {
            display_status: { ...status, text: change(status.text, `${path}.display_status.text`) },
          }),
        };
      }),
      ...(step.fields && {
        fields: step.fields.map((field, at) => {
          const path = `steps[${index}].fields[${at}]`;
          return {
            ...field,
            label: change(field.label, `${path}.label`),
            ...optional('help', field.help, path),
            ...(field.options && {
              options: field.options.map((option, place) => change(option, `${path}.options[${place}]`)),
            }),
          };
        }),
      }),
      ...(step.file_requests && {
        file_requests: step.file_requests.map((request, at) => {
          const path = `steps[${index}].file_requests[${at}]`;
          return {
            ...request,
            label: change(request.label, `${path}.label`),
            ...optional('help', request.help, path),
          };
        }),
      }),
    })),
  };
}

export const variablesIn = (text: string): string[] =>
  [...text.matchAll(VARIABLE)].map(([, name = '']) => name);

export const fillText = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(VARIABLE, (_, name: string) => values.get(name) ?? '');

export const filledLength = (text: string, values: ReadonlyMap<string, string>): number =>
  [...text.matchAll(VARIABLE)].reduce(
    (length, [variable, name = '']) => length - variable.length + (values.get(name)?.length ?? 0),
    text.length,
  );

export function variablesOf(body: TemplateBody, prefix = ''): string[] {
  const names = new Set<string>();
  mapTexts(body, (text, path) => {
    for (const name of variablesIn(text)) names.add(name);
    if (text.replace(VARIABLE, '_').includes('{{'))
      throw invalid(
        `${prefix}${path}`,
        withDetails(
          because('template_variable_broken'),
          'contains {{ without a variable: write {{name}}, with letters, digits and _',
        ),
      );
    return text;
  });
  return [...names];
}

export function rolesOf({ steps, observers = [] }: TemplateBody): string[] {
  const inSteps = steps.flatMap(({ assignee, assignees = [], escalation }) => [
    ...(assignee ? [assignee] : []),
    ...assignees,
    ...(escalation ? [escalation.assignee] : []),
  ]);
  return [...new Set([...inSteps, ...observers].flatMap(({ role }) => role ?? []))];
}
