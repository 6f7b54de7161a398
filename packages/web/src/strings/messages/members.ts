// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, forms, messages } from '../language.ts';

export const members = messages('members', {
  bots: 'Bots',
  invited: 'Invited',
  you: (name: string) => `${name} (you)`,
  roles: {
    owner: 'Owner',
    edit: 'Can edit',
    view: 'Can view',
  },
  handOver: 'Transfer ownership',
  handOverTitle: (name: string) => `Transfer ownership to ${name}?`,
  handOverConsequence: (name: string) =>
    `${name} becomes the owner. You can still edit, and only ${name} can transfer ownership back.`,
  handOverSubmit: 'Transfer',
  handedOver: (name: string) => `${name} is now the owner`,
  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeConsequence: (name: string) =>
    `${name} loses access to this binder immediately. Their messages stay. You can add them again.`,
  removed: (name: string) => `${name} was removed`,
  leave: 'Leave binder',
  leaveTitle: 'Leave this binder?',
  leaveConsequence: 'You lose access immediately. To come back, someone has to add you again.',
  leaveSubmit: 'Leave',
  takeBack: 'Revoke',
  sendAgain: 'Send again',
  sentAgain: 'The invitation was sent again',
  takeBackTitle: (name: string) => `Revoke the invitation of ${name}?`,
  takeBackConsequence: 'The invitation will no longer be valid. You can invite them again.',
  invitedByEmail: 'By email',
  invitedById: 'By user ID',
  waitsForAdmin:
    'They become members when they sign in within 30 days. If they have no account yet, create one under “Administration”.',
  waits:
    'They become members when they sign in within 30 days. If they have no account yet, ask an administrator to create one.',
  otherOrg: 'other organisation',
  disabled: 'Account disabled',
  here: {
    online: 'online',
    idle: 'away',
  },
  add: 'Add people',
  adding: {
    title: 'Add people to this binder',
    find: 'Name, email or user ID',
    matchingCandidates: 'People found',
    chosen: 'People to add',
    takeOut: (name: string) => `Do not add ${name}`,
    byAddress: (address: string) => `Invite ${address}`,
    byEmail: (address: string) => `Send email invitation to ${address}`,
    byId: (id: string) => `Invite user ID “${id}”`,
    bot: 'Bot',
    nobody: 'No matches. Enter a full email address or user ID to invite someone.',
    role: 'Permission',
    message: 'Add a message (optional)',
    messageHint: 'Included in the email to new people.',
    account: 'Create an account, and email a link to choose a password',
    submit: (count: number) =>
      count === 0
        ? 'Add'
        : forms(count, { one: `Add ${digits(count)} person`, other: `Add ${digits(count)} people` }),
    choose: 'Select at least one person.',
    done: (count: number) =>
      forms(count, { one: `${digits(count)} person was added`, other: `${digits(count)} people were added` }),
    invited: (count: number) =>
      forms(count, {
        one: `${digits(count)} person was invited`,
        other: `${digits(count)} people were invited`,
      }),
    all: 'Everyone you selected is already a member.',
    full: 'The binder has reached its maximum number of invitations. Revoke some first.',
    loading: 'Looking up people…',
  },
  list: 'People',
});
