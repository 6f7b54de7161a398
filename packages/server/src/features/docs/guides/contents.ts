import { posix } from 'node:path';

export interface Guide {
  /** The guide's page is `/docs/guides/{name}`. The overview has an empty name. */
  name: string;
  file: string;
  label: string;
}

export const GUIDE_GROUPS: readonly { title: string; guides: readonly Guide[] }[] = [
  {
    title: 'Start',
    guides: [
      { name: '', file: 'docs/guides/README.md', label: 'Which guide you need' },
      guide('first-binder', 'Your first binder'),
    ],
  },
  {
    title: 'In your pages',
    guides: [
      guide('chat-in-your-page', 'Chat in ten minutes'),
      guide('meet-in-your-page', 'Meet in your page'),
      guide('react', 'React'),
      guide('signing-in', 'Signing your users in'),
      guide('approval-in-your-page', 'An approval in your page'),
      guide('theming', 'Theming'),
      guide('doctor', 'The doctor'),
      { name: 'sdk', file: 'packages/sdk/REFERENCE.md', label: 'SDK reference' },
    ],
  },
  {
    title: 'Sign-in',
    guides: [
      guide('authorization-code', 'Authorization code'),
      guide('implicit', 'Implicit flow'),
      guide('saml-sign-on', 'SAML sign-on'),
      guide('signing-out', 'Sessions and signing out'),
    ],
  },
  {
    title: 'Tokens',
    guides: [
      guide('unique-identifier', 'Unique identifier'),
      guide('saml-bearer', 'SAML bearer'),
      guide('bot-token', 'Bot token'),
      guide('refresh-and-revoke', 'Refresh and revoke'),
    ],
  },
  {
    title: 'Build',
    guides: [
      guide('app', 'The app'),
      guide('pages', 'Pages'),
      guide('drawing', 'Drawing'),
      guide('record', 'Recording clips'),
      guide('workflows', 'Workflows'),
      guide('receipts', 'Receipts'),
      guide('history', 'History'),
      guide('meets', 'Meets'),
      guide('notifications', 'Notifications'),
      guide('languages', 'Languages'),
      guide('install', 'Install the app'),
      guide('resumable-uploads', 'Resumable uploads'),
      guide('realtime', 'Realtime'),
      guide('bots', 'Bots'),
      guide('follow-events', 'Follow what happens'),
      { name: 'bot-kit', file: 'packages/bot-kit/README.md', label: 'Bot kit' },
      { name: 'echo-bot', file: 'examples/echo-bot/README.md', label: 'Example: echo bot' },
      { name: 'approval-bot', file: 'examples/approval-bot/README.md', label: 'Example: approval bot' },
      { name: 'client', file: 'packages/client/README.md', label: 'Typed client' },
      guide('test-your-integration', 'Test your integration'),
    ],
  },
  {
    title: 'Run',
    guides: [
      guide('administration', 'Administration'),
      guide('operating', 'Operating'),
      guide('monitoring', 'Monitoring'),
      guide('sizing', 'Sizing'),
      guide('run-a-cluster', 'Run a cluster'),
      guide('back-up-and-move', 'Back up and move'),
      { name: 'settings', file: 'docs/settings.md', label: 'Settings' },
      guide('limits', 'Limits'),
      { name: 'conformance', file: 'docs/conformance.md', label: 'Conformance' },
    ],
  },
  {
    title: 'Look up',
    guides: [
      { name: 'frames', file: 'docs/api/realtime.md', label: 'Realtime frames' },
      { name: 'events', file: 'docs/api/events.md', label: 'Events' },
      { name: 'errors', file: 'docs/errors.md', label: 'Response codes' },
      { name: 'glossary', file: 'docs/glossary.md', label: 'Glossary' },
    ],
  },
];

export const GUIDES: readonly Guide[] = GUIDE_GROUPS.flatMap(({ guides }) => guides);

function guide(name: string, label: string): Guide {
  return { name, file: `docs/guides/${name}.md`, label };
}

export function pathOfGuide({ name }: Guide): string {
  return name === '' ? '/docs/guides' : `/docs/guides/${name}`;
}

/** `file` is a path in the repository, which the site does not serve. */
export type LinkTarget = { href: string } | { file: string };

export function linkTarget(address: string, from: string): LinkTarget {
  if (/^(https?:|mailto:|#)/.test(address)) return { href: address };
  const [relative = '', anchor] = address.split('#', 2);
  const file = posix.join(posix.dirname(from), relative);
  const guide = GUIDES.find((each) => each.file === file || each.file === posix.join(file, 'README.md'));
  if (guide) return { href: pathOfGuide(guide) + (anchor === undefined ? '' : `#${anchor}`) };
  if (file === 'docs/api/openapi.json') return { href: '/openapi.json' };
  if (file === 'docs/api/asyncapi.json') return { href: '/asyncapi.json' };
  if (/^docs\/images\/[\w-]+\.png$/.test(file)) return { href: `/docs/images/${posix.basename(file)}` };
  return { file };
}
