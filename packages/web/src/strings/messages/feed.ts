// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const feed = messages('feed', {
  meetScheduled: (name: string) => `Meeting scheduled: ${name}`,
  meetCancelled: (name: string) => `Meeting cancelled: ${name}`,
  meetStarted: (name: string) => `Meeting started: ${name}`,
  meetEnded: (name: string) => `Meeting ended: ${name}`,
  missedCall: 'Missed call',
  callEnded: (count: string) => `Call ended · ${count} min`,
  callDeclined: (name: string) => `Call declined: ${name}`,
  recordingReady: (name: string) => `Recording is ready: ${name}`,
  fileReplaced: (name: string) => `File replaced: ${name}`,
  versionRestored: (name: string) => `Version restored: ${name}`,
  formFilled: (name: string) => `Form filled: ${name}`,
  commentMentions: (page: string) => `See the comment on “${page}”.`,
  joined: (name: string) => `${name} joined the binder`,
  stepReassigned: 'Assigned a step to another person.',
  stepsReminded: (count: number) =>
    forms(count, { one: 'A step is due soon.', other: `${digits(count)} steps are due soon.` }),
  stepsOverdue: (count: number) =>
    forms(count, { one: 'A step is overdue.', other: `${digits(count)} steps are overdue.` }),
  stepEscalated: 'Assigned an overdue step to another person.',
  assigneeAdded: 'Added a person to an overdue step.',
  absenceChanged: 'An admin has changed who answers your approvals for a time. “Waiting for me” shows it.',
  assigneeLeft: (title: string) =>
    `An assignee of “${title}” is no longer a member of this binder. Reassign the step to another person.`,
  assigneeLeftAsk: (title: string) =>
    `An assignee of “${title}” is no longer a member of this binder. Ask an admin of the organisation to reassign the step.`,
  assigneeDisabled: (title: string) =>
    `An assignee of “${title}” was disabled. Reassign the step to another person.`,
  assigneeDisabledAsk: (title: string) =>
    `An assignee of “${title}” was disabled. Ask an admin of the organisation to reassign the step.`,
  todoAssigneeLeft: (title: string) =>
    `The assignee of the to-do “${title}” is no longer a member of this binder. Assign it to another person.`,
  todoAssigneeDisabled: (title: string) =>
    `The assignee of the to-do “${title}” was disabled. Assign it to another person.`,
  moreWaiting: (count: number) =>
    forms(count, {
      one: '1 more item waits for the same person. Assign them to other people.',
      other: `${digits(count)} more items wait for the same person. Assign them to other people.`,
    }),
  completed: 'Completed',
  rejected: 'Rejected',
});
