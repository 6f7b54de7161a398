import { type Realtime, RingbinderError, unwrap } from '@ringbinder/client';
import type { BinderCard } from '@ringbinder/protocol';
import { openConversation } from '../binder/open-conversation.ts';
import { moduleErrors } from '../strings/en/module-errors.ts';
import { embed as text } from '../strings/messages/embed.ts';
import { word, words } from './options.ts';
import type { EmbedSession } from './session.ts';

type Named = { unique_id: string; org_id?: string } | { email: string; org_id?: string };

const MAX_NAME = 255;

/**
 * Returns the named binder, the conversation with the only given person, or a new binder. Throws
 * RingbinderError.
 */
export async function chooseBinder(session: EmbedSession): Promise<string> {
  const options = session.options.peek();
  const binderId = word(options, 'binder_id');
  if (binderId !== undefined) return binderId;
  const name = word(options, 'binder_name');
  const people = peopleOf(session);
  const [first] = people;
  if (name === undefined && people.length === 1 && first) return openConversation(session.client, first);
  if (people.length === 0 && name === undefined)
    throw new RingbinderError(moduleErrors.noBinder, { status: 400, code: 'RESPONSE_ERROR_INVALID_REQUEST' });
  return makeBinder(session, name ?? people.map(nameOf).join(', ').slice(0, MAX_NAME), people);
}

export function meansBinder({ options }: EmbedSession): boolean {
  return ['binder_id', 'unique_id', 'email', 'binder_name'].some(
    (name) => words(options.peek(), name).length > 0,
  );
}

function peopleOf({ options }: EmbedSession): Named[] {
  const current = options.peek();
  const org_id = word(current, 'org_id');
  const within = org_id === undefined ? {} : { org_id };
  return [
    ...words(current, 'unique_id').map((unique_id) => ({ unique_id, ...within })),
    ...words(current, 'email').map((email) => ({ email, ...within })),
  ];
}

const nameOf = (person: Named) => ('email' in person ? person.email : person.unique_id);

export async function makeBinder(session: EmbedSession, name: string, people: Named[]): Promise<string> {
  const { api } = session.client;
  const params = { path: { user_id: 'me' } };
  const { id } = await unwrap(api.POST('/{user_id}/binders', { params, body: { name } }));
  session.emit('create_binder', { binder_id: id });
  if (people.length > 0) {
    const users = people.map((user) => ({ user }));
    await unwrap(
      api.POST('/{binder_id}/inviteuser', { params: { path: { binder_id: id } }, body: { users } }),
    );
  }
  return id;
}

export async function ownBinder(session: EmbedSession, channel: Realtime, me: string): Promise<string> {
  const cards = await listBinders(channel);
  const own = cards.find(({ binder }) => binder.owner.id === me);
  return own ? own.binder.id : makeBinder(session, text.clipBinderName, []);
}

async function listBinders(channel: Realtime): Promise<readonly BinderCard[]> {
  const list = channel.binders();
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = list.onChange(() => resolve());
  if (list.cards === undefined) await promise;
  stop();
  const { cards = [] } = list;
  list.close();
  return cards;
}
