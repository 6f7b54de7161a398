import type { BinderCard } from '@ringbinder/protocol';
import { excerpt } from '@ringbinder/protocol/graphemes.ts';
import { plainText } from '@ringbinder/protocol/plain-text.ts';
import { KNOCK_DURATION_MS, RING_DURATION_MS } from '@ringbinder/protocol/ringing.ts';
import type { Environment } from '../../../environment/environment.ts';
import { type ReadBinderOfUser, readBindersOfUsers } from '../../binders/index.ts';
import { findMeetsNow, isHost, type MeetsOfBinder } from '../../meets/index.ts';
import { findReminded, type RemindedRow, readLastMessages } from '../../messages/index.ts';
import { presentAttachments } from '../../notifications/index.ts';
import { findPictures } from '../queries.ts';

/** In UTF-16 units. */
const MAX_TEXT = 240;

export interface Card {
  userId: string;
  binderId: string;
  version: string;
  card: BinderCard;
}

export function versionOf(of: {
  seq: number;
  readId: number;
  categoryId: number | null;
  isFavourite: boolean;
  isMuted: boolean;
  archivedId: number | null;
  invitationId: number | null;
  savedVersion: string | null;
  knockVersion: string | null;
}): string {
  const {
    seq,
    readId,
    categoryId,
    isFavourite,
    isMuted,
    archivedId,
    invitationId,
    savedVersion,
    knockVersion,
  } = of;
  return `${seq} ${readId} ${categoryId} ${isFavourite} ${isMuted} ${archivedId} ${invitationId} ${savedVersion} ${knockVersion}`;
}

export async function readCards(
  env: Environment,
  userIds: readonly string[],
  binderIds: readonly string[] | null,
): Promise<Card[]> {
  const read = await readBindersOfUsers(env, userIds, binderIds);
  const ids = [...new Set(read.map(({ binder }) => binder.id))];
  const last = await readLastMessages(env, env.db, ids);
  const meets = await findMeetsNow(env.db, ids);
  const hasSaved = read.some(({ savedCount }) => savedCount > 0);
  const reminded = hasSaved ? await findReminded(env.db, userIds, ids) : [];
  const remindedOf = new Map(reminded.map((row) => [`${row.user_id} ${row.binder_id}`, row]));
  const talks = read.filter(({ binder }) => binder.conversation).map(({ binder }) => binder.id);
  const pictures = talks.length > 0 ? await findPictures(env.db, talks) : [];
  const picturesOf = Map.groupBy(pictures, ({ binder_id }) => binder_id);
  const otherUserOf = ({ userId, binder }: ReadBinderOfUser) => {
    const others = (picturesOf.get(binder.id) ?? []).filter(({ user_id }) => user_id !== userId);
    const [other] = others;
    if (!other || others.length > 1) return {};
    return { user_id: other.user_id, ...(other.picture_url && { picture_uri: other.picture_url }) };
  };
  return read.map((each) => ({
    userId: each.userId,
    binderId: each.binder.id,
    version: versionOf(each),
    card: {
      ...presentCard(each, last.get(each.binder.id) ?? null, meets.get(each.binder.id)),
      ...presentCall(each, meets.get(each.binder.id), env.clock.now()),
      ...presentKnock(each, meets.get(each.binder.id)?.knocked, env.clock.now()),
      ...presentReminded(remindedOf.get(`${each.userId} ${each.binder.id}`)),
      ...otherUserOf(each),
    },
  }));
}

function presentReminded(row: RemindedRow | undefined): Pick<BinderCard, 'reminded_message'> {
  if (!row) return {};
  const { id, text, author_name, remind_at } = row;
  return {
    reminded_message: {
      id,
      text: excerpt(plainText(text), MAX_TEXT),
      ...presentAttachments(row),
      user_name: author_name,
      remind_time: remind_at,
    },
  };
}

function presentCall(
  { userId, binder }: ReadBinderOfUser,
  meets: MeetsOfBinder | undefined,
  now: number,
): Pick<BinderCard, 'incoming_call'> {
  const { call, rings = [] } = meets ?? {};
  const ring = rings.find(({ user_id, at }) => user_id === userId && now - at < RING_DURATION_MS);
  if (ring) {
    const { session_key, name, by: user, at: start_time } = ring;
    return { incoming_call: { session_key, name, user, start_time } };
  }
  if (!call || !binder.conversation || call.host_id === userId || call.answered_ids.includes(userId))
    return {};
  const { session_key, name, host_id: id, host_name, starts_at: start_time } = call;
  if (now - start_time >= RING_DURATION_MS) return {};
  return { incoming_call: { session_key, name, user: { id, name: host_name }, start_time } };
}

function presentKnock(
  { userId, role }: ReadBinderOfUser,
  meet: MeetsOfBinder['knocked'],
  now: number,
): Pick<BinderCard, 'waiting_guest'> {
  if (!meet || now - meet.knocked_at >= KNOCK_DURATION_MS) return {};
  if (!isHost(meet, { role }, { userId })) return {};
  const { session_key, name, knocked_at: knock_time } = meet;
  return { waiting_guest: { session_key, name, knock_time } };
}

function presentCard(
  read: ReadBinderOfUser,
  last: BinderCard['last_message'],
  meets: MeetsOfBinder | undefined,
): BinderCard {
  const { reminded } = meets ?? {};
  const { binder, epoch, seq, unread, mentions, categoryId, invitationId, savedCount } = read;
  return {
    binder,
    position: { epoch, seq },
    unread,
    mentions,
    last_message: last,
    category_id: categoryId,
    read_message_id: read.readId,
    member_type: read.memberType,
    is_meeting: meets?.isRunning ?? false,
    ...(reminded && {
      reminded_meet: {
        session_key: reminded.session_key,
        name: reminded.name,
        start_time: reminded.starts_at,
      },
    }),
    ...(invitationId !== null && { invitation_id: String(invitationId) }),
    ...(savedCount > 0 && { saved_messages: savedCount }),
    is_favourite: read.isFavourite,
    is_muted: read.isMuted,
    is_archived: read.isArchived,
  };
}
