import { plainText } from '@ringbinder/protocol/plain-text.ts';
import { Due } from '../../design/due.tsx';
import { useNow } from '../../design/time.tsx';
import { templates as words } from '../../strings/messages/templates.ts';
import { leadOf, type NamedStage } from '../branches.ts';
import {
  type Choices,
  filled,
  nameOf,
  readableName,
  type TemplateBody,
  type TemplateUse,
} from './template.ts';

interface PreviewProps {
  use: Pick<TemplateUse, 'roles' | 'variables'> & { template: { version?: number; body: TemplateBody } };
  choices: Choices;
}

type Step = TemplateBody['steps'][number];

export function TemplatePreview({ use, choices }: PreviewProps) {
  const now = useNow();
  const { template, variables } = use;
  const { title, content, steps, due_in, observers = [] } = template.body;
  const nameFor = ({ role, group_id }: { role?: string; group_id?: string }) =>
    nameOf(role === undefined ? group_id : use.roles[role], choices) ||
    `[${readableName(role ?? words.groups) || '…'}]`;
  const peopleOf = (step: Step) =>
    (step.assignees ?? (step.assignee ? [step.assignee] : [])).map(nameFor).join(', ');
  const stages = stagesOf(steps, peopleOf);
  return (
    <section class="panel template-preview" aria-labelledby="template-preview">
      <h3 id="template-preview" class="muted small">
        {words.preview}
        {template.version !== undefined && ` · ${words.version(template.version)}`}
      </h3>
      <strong dir="auto">{filled(title, variables)}</strong>
      {content && <p dir="auto">{plainText(filled(content, variables))}</p>}
      {due_in !== undefined && <Due at={now + due_in} />}
      <ol>
        {stages.flatMap(({ orderNumber, steps }, index) =>
          steps.map((step, at) => (
            <li key={`${orderNumber}/${at}`}>
              <span class="muted small">{words.step(index + 1)}</span>
              <span>
                <bdi>{neededOf(step, peopleOf(step))}</bdi>
              </span>
              <span class="muted small">{workOf(step, variables).join(' · ')}</span>
              {step.actions.map((action) => {
                const lead = leadOf({ ...action, text: filled(action.text, variables) }, orderNumber, stages);
                return (
                  lead && (
                    <span key={action.id} class="muted small">
                      {lead}
                    </span>
                  )
                );
              })}
            </li>
          )),
        )}
      </ol>
      {observers.length > 0 && (
        <p class="muted small">{words.observers(observers.map(nameFor).join(', '))}</p>
      )}
    </section>
  );
}

function stagesOf(steps: readonly Step[], peopleOf: (step: Step) => string) {
  const stages = Map.groupBy([...steps.entries()], ([index, { order_number }]) => order_number ?? index + 1);
  return [...stages]
    .toSorted(([one], [other]) => one - other)
    .map(([orderNumber, entries]): NamedStage & { steps: readonly Step[] } => {
      const parallel = entries.map(([, step]) => step);
      return { orderNumber, people: parallel.map(peopleOf).join(', '), steps: parallel };
    });
}

function neededOf({ assignees, required = 1 }: Step, people: string): string {
  if (!assignees) return people;
  return required === 'all' ? words.everyone(people) : words.any(Number(required), people);
}

function workOf(
  { actions, fields = [], file_requests = [] }: Step,
  variables: TemplateUse['variables'],
): string[] {
  return [
    ...(fields.length > 0 ? [words.form(fields.length)] : []),
    ...(file_requests.length > 0 ? [words.files(file_requests.length)] : []),
    actions.map(({ text }) => filled(text, variables)).join(' / '),
  ];
}
