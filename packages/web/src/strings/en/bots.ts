import type { operations } from '../../schemas.ts';
import { sentences } from './sentences.ts';

type Events = NonNullable<operations['createBotApp']['requestBody']>['content']['application/json']['events'];
/** A kind of event, as `message_type` names it. */
export type EventKind = NonNullable<Events>[number];

/** Every kind, so that the compiler misses one that is not named. */
const events: Record<EventKind, string> = {
  comment_posted: 'Message posted',
  comment_posted_on_page: 'Comment on a page',
  bot_postback: 'Button pressed',
  file_uploaded: 'File uploaded',
  page_created: 'Page created',
  page_annotated: 'Page annotated',
  todo_created: 'To-do created',
  todo_completed: 'To-do completed',
  meet_recording_ready: 'Recording of a meet ready',
  bot_installed: 'Added to a binder',
  bot_uninstalled: 'Left a binder',
  bot_enabled: 'Enabled in an organisation',
  bot_disabled: 'Disabled in an organisation',
};

/** Bot apps, and the bots of an org. */
export const bots = sentences({
  title: 'Bots',
  about: 'Programs that receive events and write in binders.',
  tabs: { org: 'In this organisation', apps: 'Bot apps' },
  tabsLabel: 'Which bots',
  emptyOrg: 'No bot has been created yet.',
  emptyApps: 'Create the first bot.',
  columns: { webhook: 'Webhook', events: 'Events' },
  enabled: 'Enabled',
  off: 'Not enabled',
  gone: 'Receiver gone',
  pulls: 'Pulls its events',
  allEvents: 'All',
  someEvents: (count: number, of: number) => `${count} of ${of}`,
  events,
  deliveries: 'Deliveries',
  configure: 'Create a bot',
  edit: (name: string) => `Edit ${name}`,
  fields: {
    name: 'Name',
    webhook: 'Webhook address',
    picture: 'Picture address',
    which: 'Events',
    kinds: 'Kinds of event',
    network: 'Network',
    sha1: 'Header of the older signature',
    token: 'Access token',
    enable: 'Organisation',
  },
  webhookHint: 'Where events are posted to. Empty: the bot pulls them.',
  pictureHint: 'Shown beside what the bot writes. May be empty.',
  which: [
    ['all', 'All, those of later versions too'],
    ['some', 'Only the kinds that are ticked'],
  ] as const,
  sha1Hint: 'For older bot kits: x-…-signature, with HMAC-SHA1 by the client secret. Empty: no such header.',
  expiresAsText: 'expires_in is a text, as some older bot kits read it',
  privateNetwork: 'May be called at a private address (allow_private_network)',
  privateWarning:
    'This address is private: events are refused there unless the box for private addresses is ticked.',
  enableIn: (org: string) => `Enable it in ${org} at once`,
  notEnabled: (message: string) => `The bot was created, but not enabled: ${message}`,
  enabling: 'It can be added to binders.',
  disabling: 'It leaves all binders of the organisation.',
  restoring: 'It can sign in again, and events are pushed to it again.',
  withdrawing: 'It stops in every organisation: its tokens end at once, and nothing is pushed to it.',
  rotating: 'The current secret ends at once, unless you keep it for a while.',
  rotatingWebhook: 'Until then, deliveries are signed with both secrets.',
  whichSecret: 'Which secret',
  secretNames: [
    ['webhook', 'Webhook secret'],
    ['client', 'Client secret'],
  ] as const,
  oldClientSecret: (until: string) => `Old client secret until ${until}`,
  oldWebhookSecret: (until: string) => `Two webhook secrets until ${until}`,
  secretsTitle: 'The bot’s secrets',
  id: 'Client id',
  clientSecret: 'Client secret',
  webhookSecret: 'Webhook secret',
});

/** What became of the events of a bot. */
export const deliveries = sentences({
  title: (bot: string) => `Deliveries to ${bot}`,
  about: 'What became of the events of this bot, the latest first.',
  back: 'Bots',
  empty: 'The bot has been sent nothing yet.',
  disabled: 'The bot is disabled in this organisation. Nothing is pushed to it until it is enabled again.',
  pulled:
    'The bot app has no webhook address: nothing is pushed, and the bot pulls its events. They count as pending.',
  gone: 'The receiver said that it is gone (410). Nothing is pushed until the bot app is changed.',
  state: 'State',
  states: [
    ['', 'All events'],
    ['pending', 'Pending'],
    ['delivered', 'Delivered'],
    ['dead', 'Given up'],
  ] as const,
  stateOf: { pending: 'Pending', delivered: 'Delivered', dead: 'Given up' },
  columns: { event: 'Event', tries: 'Tries', last: 'Last answer', when: 'When' },
  show: 'Show',
  showOne: (sequence: number) => `Show event ${sequence}`,
  refresh: 'Refresh',
  replay: 'Replay',
  replayOne: (sequence: number) => `Replay event ${sequence}`,
  hurry: 'Try now',
  hurryOne: (sequence: number) => `Try event ${sequence} now`,
  replayMany: 'Replay events …',
  replayWhich: 'Which events',
  replayChoices: [
    ['from', 'All from a sequence on'],
    ['range', 'From one sequence to another'],
    ['dead', 'All that were given up'],
  ] as const,
  replayFrom: 'From sequence',
  replayTo: 'To sequence',
  replayHint:
    'They are pushed again in their order, with the messages they had. Those still to be pushed are tried at once.',
  replayTooMany: (most: number) => `At most ${most} events at once, the first one first.`,
  replayed: (count: number) => (count === 1 ? 'One event is pushed now.' : `${count} events are pushed now.`),
  test: 'Send a test',
  testing: 'Sending …',
  answered: (status: number, ms: number) => `The receiver answered ${status} in ${ms}\u00a0ms.`,
  unanswered: (reason: string) => `The receiver did not answer: ${reason}.`,
  days: 'Period',
  periods: [
    ['1', '24 hours'],
    ['7', '7 days'],
    ['30', '30 days'],
  ] as const,
  figures: { pending: 'Pending', dead: 'Given up', oldest: 'Oldest pending', median: 'Median answer' },
  delivered: 'Delivered',
  failedTries: 'Failed tries',
  ms: (ms: number) => `${Math.round(ms)}\u00a0ms`,
  nothing: 'None',
  health: 'Health',
  chart: 'Tries',
  /** How long something has been waiting. */
  ago(ms: number): string {
    const minutes = Math.max(0, Math.round(ms / 60_000));
    if (minutes < 60) return `${minutes}\u00a0min`;
    return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
  },
  event: (sequence: number, kind: string) => `Event ${sequence}: ${kind}`,
  eventTabs: { message: 'Message', tries: 'Tries' },
  eventTabsLabel: 'Parts of the event',
  message: 'Message as it is sent',
  untried: 'It has not been tried yet.',
  tryColumns: { when: 'When', answer: 'Answer', took: 'Took', said: 'What it said' },
});
