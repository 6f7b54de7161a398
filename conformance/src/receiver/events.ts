import generated from './event-payloads.json' with { type: 'json' };

export interface Names {
  clientId: string;
  orgId: string;
  binderId: string;
}

export type Event = Record<string, unknown> & { event: Record<string, unknown> };

const user = {
  id: 'Uconformance0000000000A',
  name: 'Zoë 🙂 Conformance',
  image_url: '',
  email: 'zoe@example.com',
  unique_id: null,
  is_bot: false,
};
const tapping = { id: user.id, name: user.name };
const comment = { id: '12', text: 'Grüße aus “Zürich”\n\t\\ 🙂', audio: null };
const meet = {
  id: '14',
  topic: '',
  recording_url: null,
  start_time: '2026-11-21T08:00:00Z',
  end_time: '2026-11-21T09:00:00Z',
};

/** Values that receivers often handle incorrectly, and all allowed null or empty values. */
const unusual: Partial<Record<keyof typeof generated, object>> = {
  comment_posted: { comment, reply_to: { ...comment, id: '11', richtext: '[b]Hi[/b]' } },
  comment_posted_on_page: { comment: { ...comment, is_position_comment: true } },
  meet_recording_ready: { meet },
  bot_postback: { postback: { text: 'Approve', payload: { any: ['JSON', 1, null] } }, reply_to: comment },
};

export type Kind = keyof typeof generated;

export const kinds = Object.keys(generated) as Kind[];

export function sampleEvent(kind: Kind, messageId: string, names: Names, at: number): Event {
  const { example, target } = generated[kind];
  const targetIds: Record<string, string> = { org: names.orgId, page: '16', binder: names.binderId };
  return {
    message_id: messageId,
    message_type: kind,
    binder_id: target === 'org' ? '' : names.binderId,
    client_id: names.clientId,
    org_id: names.orgId,
    event: {
      timestamp: `${new Date(at).toISOString().slice(0, 19)}Z`,
      user: kind === 'bot_postback' ? tapping : user,
      ...(unusual[kind] ?? example),
      target: { id: targetIds[target], object_type: target },
    },
  };
}
