/** Stored in English. Pages translate each text by the id `feed.` plus its name. */
export const feedTexts = {
  meetScheduled: (name: string) => `Meeting scheduled: ${name}`,
  meetCancelled: (name: string) => `Meeting cancelled: ${name}`,
  meetStarted: (name: string) => `Meeting started: ${name}`,
  meetEnded: (name: string) => `Meeting ended: ${name}`,
  missedCall: () => 'Missed call',
  callEnded: (count: number) => `Call ended · ${count}\u00a0min`,
  callDeclined: (name: string) => `Call declined: ${name}`,
  recordingReady: (name: string) => `Recording is ready: ${name}`,
  fileReplaced: (name: string) => `File replaced: ${name}`,
  versionRestored: (name: string) => `Version restored: ${name}`,
  commentMentions: (page: string) => `See the comment on “${page}”.`,
  formFilled: (name: string) => `Form filled: ${name}`,
  joined: (name: string) => `${name} joined the binder`,
  stepReassigned: () => 'Assigned a step to another person.',
  stepsReminded: (count: number) => (count === 1 ? 'A step is due soon.' : `${count} steps are due soon.`),
  stepsOverdue: (count: number) => (count === 1 ? 'A step is overdue.' : `${count} steps are overdue.`),
  stepEscalated: () => 'Assigned an overdue step to another person.',
  assigneeAdded: () => 'Added a person to an overdue step.',
  absenceChanged: () =>
    'An admin has changed who answers your approvals for a time. “Waiting for me” shows it.',
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
    count === 1
      ? '1 more item waits for the same person. Assign them to other people.'
      : `${count} more items wait for the same person. Assign them to other people.`,
  completed: () => 'Completed',
  rejected: () => 'Rejected',
};
