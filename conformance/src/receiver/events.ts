/** Whom the events name. */
export interface Names {
  clientId: string;
  orgId: string;
  binderId: string;
}

/** An event as it is sent, before it becomes JSON. */
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
const bot = { id: 'Uconformance0000000000B', name: 'The bot' };
const todo = { id: '13', name: 'Call them' };

/** The payload of each kind; keys, null and empty where the contract says so. */
const payloads = {
  bot_enabled: { bot },
  bot_disabled: { bot },
  bot_installed: { bot },
  bot_uninstalled: { bot },
  comment_posted: { comment, reply_to: { ...comment, id: '11', richtext: '[b]Hi[/b]' } },
  comment_posted_on_page: { comment: { ...comment, is_position_comment: true } },
  file_uploaded: { file: { id: 'Fconformance0000000000A', name: 'a.pdf', mimeType: 'application/pdf' } },
  meet_recording_ready: {
    meet: {
      id: '14',
      topic: '',
      recording_url: null,
      start_time: '2026-11-21T08:00:00Z',
      end_time: '2026-11-21T09:00:00Z',
    },
  },
  page_created: { page: { id: '15', type: 'PAGE_TYPE_PDF' } },
  page_annotated: { annotate: { id: '0b9f6a4e-3f0e-4d53-9a3c-1f0c0f6b2a10' } },
  todo_created: { todo },
  todo_completed: { todo },
  bot_postback: { postback: { text: 'Approve', payload: { any: ['JSON', 1, null] } }, reply_to: comment },
};

/** A kind of event of the contract. */
export type Kind = keyof typeof payloads;

/** All kinds of the contract. */
export const kinds = Object.keys(payloads) as Kind[];

const ofAnOrg: readonly string[] = ['bot_enabled', 'bot_disabled'];
const ofAPage: readonly string[] = ['comment_posted_on_page', 'page_annotated'];

/** A sample event of a kind. */
export function sampleEvent(kind: Kind, messageId: string, names: Names, at: number): Event {
  const isOfOrg = ofAnOrg.includes(kind);
  const target = isOfOrg
    ? { id: names.orgId, object_type: 'org' }
    : ofAPage.includes(kind)
      ? { id: '16', object_type: 'page' }
      : { id: names.binderId, object_type: 'binder' };
  return {
    message_id: messageId,
    message_type: kind,
    binder_id: isOfOrg ? '' : names.binderId,
    client_id: names.clientId,
    org_id: names.orgId,
    event: {
      timestamp: `${new Date(at).toISOString().slice(0, 19)}Z`,
      user: kind === 'bot_postback' ? tapping : user,
      ...payloads[kind],
      target,
    },
  };
}
