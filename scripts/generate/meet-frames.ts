import type { MeetClientFrame, MeetServerFrame } from '../../packages/protocol/src/index.ts';

export const meetClientNotes: Record<
  MeetClientFrame['type'],
  { meaning: string; answers: readonly MeetServerFrame['type'][] }
> = {
  hello: {
    meaning: 'The first frame: the token, and with `resume` the identity to return with.',
    answers: ['welcome', 'lobby', 'refused'],
  },
  token: { meaning: 'Another token of the same user, before or after the first has expired.', answers: [] },
  offer: {
    meaning:
      'Offers to send one source over a separate connection. Another offer of the same source replaces it.',
    answers: ['answer', 'refused'],
  },
  answer: { meaning: 'Answers an offer of the server, for receiving.', answers: [] },
  candidate: {
    meaning: 'An ICE candidate of the client. The embedded engine ignores it.',
    answers: [],
  },
  unpublish: { meaning: 'Stops sending a source.', answers: [] },
  restart: {
    meaning: 'Requests another connection for receiving; with LiveKit, another token.',
    answers: ['offer', 'livekit'],
  },
  changed: {
    meaning: 'The client’s tracks at LiveKit changed: the server queries LiveKit and informs the others.',
    answers: [],
  },
  mute: { meaning: 'Mutes or unmutes a source.', answers: [] },
  view: {
    meaning: 'The pictures that the client shows, with their sizes. The server sends no others.',
    answers: [],
  },
  hand: { meaning: 'Raises or lowers the hand.', answers: [] },
  reaction: { meaning: 'Shows an emoji to everybody.', answers: ['reacted'] },
  host: { meaning: 'An action of a host.', answers: ['done', 'refused'] },
  stage: {
    meaning: 'Shows a page of the binder on the stage, or clears the stage.',
    answers: ['done', 'refused'],
  },
  stage_view: {
    meaning: 'The part of the stage’s page that the presenter sees. Ignored from others.',
    answers: [],
  },
  control: {
    meaning: 'Requests, grants, denies or ends control of a presentation.',
    answers: ['done', 'refused'],
  },
  remote: {
    meaning: 'An action of the participant in control. Rejected without consent.',
    answers: ['refused'],
  },
  caption: {
    meaning:
      'A caption of the user’s speech, for the log of the binder. Rejected unless a host turned captions on.',
    answers: ['done', 'refused'],
  },
  leave: { meaning: 'Leaves for good.', answers: [] },
  ping: { meaning: 'Requests a `pong`.', answers: ['pong'] },
};

/** `isUnsolicited`: the server also sends the frame without a request. */
export const meetServerNotes: Record<MeetServerFrame['type'], { meaning: string; isUnsolicited: boolean }> = {
  lobby: { meaning: 'The guest waits until a host admits them.', isUnsolicited: false },
  welcome: {
    meaning: 'The client is in the meet. Sent again when the media restarts: offer all sources again.',
    isUnsolicited: true,
  },
  answer: { meaning: 'Answers an offer to send.', isUnsolicited: false },
  offer: {
    meaning: 'Offers the tracks of the others. Answer it with the same revision.',
    isUnsolicited: true,
  },
  tracks: { meaning: 'Sections of the connection now carry other sources.', isUnsolicited: true },
  candidate: { meaning: 'An ICE candidate of the server.', isUnsolicited: true },
  livekit: {
    meaning: 'The address of the meet’s LiveKit server, and a token that is valid for a minute.',
    isUnsolicited: true,
  },
  done: { meaning: 'The request succeeded.', isUnsolicited: false },
  refused: { meaning: 'A request was rejected; with the id 0, the hello.', isUnsolicited: false },
  rejected: {
    meaning: 'The client may not send such a frame now. Used for frames without an id.',
    isUnsolicited: true,
  },
  participant: { meaning: 'A participant joined or changed.', isUnsolicited: true },
  left: { meaning: 'A participant left.', isUnsolicited: true },
  waiting: { meaning: 'All waiting guests. Sent to hosts.', isUnsolicited: true },
  speakers: { meaning: 'The sound levels, and who speaks.', isUnsolicited: true },
  reacted: { meaning: 'A participant shows an emoji.', isUnsolicited: true },
  muted: { meaning: 'A host muted one of the client’s sources.', isUnsolicited: true },
  meet: {
    meaning: 'The lock, the recording or the captions of the meet changed.',
    isUnsolicited: true,
  },
  stage: { meaning: 'The stage shows another page, or none.', isUnsolicited: true },
  stage_view: { meaning: 'The part of the page that the presenter sees now.', isUnsolicited: true },
  control_requested: {
    meaning: 'A participant requests control of the client’s presentation.',
    isUnsolicited: true,
  },
  control_denied: { meaning: 'The presenter denied control.', isUnsolicited: true },
  controls: { meaning: 'All participants in control of a presentation.', isUnsolicited: true },
  remote: { meaning: 'An action of the participant in control.', isUnsolicited: true },
  captioned: { meaning: 'A caption of a participant, as recognised by their device.', isUnsolicited: true },
  interrupted: { meaning: 'All media connections are gone. `welcome` follows.', isUnsolicited: true },
  ended: {
    meaning: 'The client is no longer in the meet. The server closes the connection.',
    isUnsolicited: true,
  },
  invalid_token: {
    meaning: 'The token is no longer valid. Send another one until `deadline`.',
    isUnsolicited: true,
  },
  pong: { meaning: 'The answer to `ping`.', isUnsolicited: false },
};
