import { sentences } from './sentences.ts';

export const background = sentences({
  title: 'Background work',
  about: 'Work that the server does in the background, in all its processes.',
  consumers: 'Log consumers',
  consumersAbout: 'Process every change in every binder, in order.',
  jobs: 'Periodic jobs',
  jobsAbout: 'Run due tasks at regular intervals.',
  empty: 'No server process has reported background work in the last 24 hours.',
  columns: {
    name: 'Name',
    backlog: 'Backlog',
    rate: 'Throughput',
    last: 'Last run',
    next: 'Next run',
    error: 'Last error',
  },
  states: { good: 'Running', failing: 'Failing', stopped: 'Not running' },
  names: {
    bots: 'Bot events',
    chain: 'Hash chain',
    search: 'Search index',
    usage: 'Usage figures',
    audit_stream: 'Audit stream',
    backup: 'Backup',
    clips: 'Clips',
    departures: 'Assignments of people who left',
    erasures: 'Erasures',
    group_changes: 'Changes of groups',
    housekeeping: 'Housekeeping',
    log_archive: 'Backup of the log',
    invitation_mails: 'Invitation emails',
    meets: 'Meeting reminders',
    meet_mails: 'Meeting emails',
    meet_recordings: 'Meeting recordings',
    page_index: 'Page text index',
    retention: 'Retention',
    step_link_mails: 'Step link emails',
    todo_reminders: 'To-do reminders',
    transaction_runs: 'Approvals in many binders',
  } as Readonly<Record<string, string>>,
  entries: (count: string) => (count === '1' ? '1 entry' : `${count} entries`),
  oldest: (age: string) => `oldest ${age}`,
  rate: (count: string) => `${count}\u00a0/\u00a0min`,
  took: (duration: string) => `took ${duration}`,
  ago: (span: string) => `${span} ago`,
  within: (span: string) => `in ${span}`,
  now: 'now',
  never: 'not yet',
  noError: 'None',
  inBinder: (id: string) => `in ${id}`,
  nextTry: 'next attempt',
  processes: (count: number) => (count === 1 ? '1 process' : `${count} processes`),
  retry: 'Retry now',
  run: 'Run now',
  retryOne: (name: string) => `Retry now: ${name}`,
  runOne: (name: string) => `Run now: ${name}`,
  started: (name: string) => `${name} is running.`,
  span(ms: number): string {
    if (ms < 1_000) return `${Math.round(ms)}\u00a0ms`;
    const seconds = Math.round(ms / 1_000);
    if (seconds < 60) return `${seconds}\u00a0s`;
    if (seconds < 60 * 60) return `${Math.round(seconds / 60)}\u00a0min`;
    if (seconds < 48 * 3_600) return `${Math.round(seconds / 3_600)}\u00a0h`;
    return `${Math.round(seconds / 86_400)}\u00a0days`;
  },
});
