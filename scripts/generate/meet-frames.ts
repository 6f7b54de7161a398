import type { MeetClientFrame, MeetServerFrame } from '../../packages/protocol/src/index.ts';

/** What each frame of a client is for in the channel of a meet, and which frames answer it. */
export const meetClientNotes: Record<
  MeetClientFrame['type'],
  { meaning: string; answers: readonly MeetServerFrame['type'][] }
> = {
  hello: {
    meaning: 'The first frame: who one is, and with `resume` as whom one comes back.',
    answers: ['welcome', 'lobby', 'refused'],
  },
  token: { meaning: 'Another token of the same person, before or after the first has ended.', answers: [] },
  offer: {
    meaning:
      'Offers to send one source, by a connection of its own. Another one of the same source replaces it.',
    answers: ['answer', 'refused'],
  },
  answer: { meaning: 'Answers an offer of the server, by which one receives.', answers: [] },
  candidate: {
    meaning: 'A way to reach one. The embedded engine needs none, and heeds none.',
    answers: [],
  },
  unpublish: { meaning: 'No longer sends a source.', answers: [] },
  restart: {
    meaning: 'Asks for receiving anew, by another connection; with LiveKit for another token.',
    answers: ['offer', 'livekit'],
  },
  changed: {
    meaning: 'What one sends to LiveKit has changed: the service asks there, and tells the others.',
    answers: [],
  },
  mute: { meaning: 'Sends nothing of a source for now, or sends again.', answers: [] },
  view: { meaning: 'Which pictures are shown, and how large. Others are not sent.', answers: [] },
  hand: { meaning: 'Raises a hand, or takes it down.', answers: [] },
  reaction: { meaning: 'Shows an emoji to all.', answers: ['reacted'] },
  host: { meaning: 'Does what only a host may.', answers: ['done', 'refused'] },
  stage: {
    meaning: 'Puts a page of the binder on the stage, or takes it off.',
    answers: ['done', 'refused'],
  },
  stage_view: {
    meaning: 'What the presenter has in sight of the page on the stage. Of others it is not heeded.',
    answers: [],
  },
  control: {
    meaning: 'Asks for control of what somebody presents, answers who asked, or ends it.',
    answers: ['done', 'refused'],
  },
  remote: { meaning: 'What one does who controls. Without consent it is refused.', answers: ['refused'] },
  caption: {
    meaning: 'A phrase that one has said, for the log of the binder. Refused unless a host wishes captions.',
    answers: ['done', 'refused'],
  },
  leave: { meaning: 'Leaves for good.', answers: [] },
  ping: { meaning: 'Asks for a `pong`.', answers: ['pong'] },
};

/** What each frame of the server says in the channel of a meet, and whether it comes unasked. */
export const meetServerNotes: Record<MeetServerFrame['type'], { meaning: string; isUnasked: boolean }> = {
  lobby: { meaning: 'A guest waits until a host lets him in.', isUnasked: false },
  welcome: {
    meaning:
      'One is in the meet. It comes again when the media began anew: all that is sent is offered again.',
    isUnasked: true,
  },
  answer: { meaning: 'Answers an offer to send.', isUnasked: false },
  offer: { meaning: 'Offers what the others send. To be answered with the same revision.', isUnasked: true },
  tracks: { meaning: 'Sections of the connection carry other sources now.', isUnasked: true },
  candidate: { meaning: 'A way to reach the server.', isUnasked: true },
  livekit: {
    meaning: 'Where the LiveKit server of the meet is, and a token to come in with, good for a minute.',
    isUnasked: true,
  },
  done: { meaning: 'What was asked for is done.', isUnasked: false },
  refused: { meaning: 'A request was not granted; with the id 0 the hello.', isUnasked: false },
  rejected: { meaning: 'One may not send such a frame now. It has no id to answer.', isUnasked: true },
  participant: { meaning: 'Somebody came, or is another now.', isUnasked: true },
  left: { meaning: 'Somebody is no longer there.', isUnasked: true },
  waiting: { meaning: 'All guests who wait to be let in. Told to hosts.', isUnasked: true },
  speakers: { meaning: 'How loud those are who are heard, and who speaks.', isUnasked: true },
  reacted: { meaning: 'Somebody shows an emoji.', isUnasked: true },
  muted: { meaning: 'A host has stopped a source of one’s own.', isUnasked: true },
  meet: {
    meaning: 'The meet was locked or unlocked, is recorded or no longer, or has captions or no longer.',
    isUnasked: true,
  },
  stage: { meaning: 'Another page is on the stage, or none.', isUnasked: true },
  stage_view: { meaning: 'What the presenter of the stage has in sight now.', isUnasked: true },
  control_requested: { meaning: 'Somebody asks for control of what one presents.', isUnasked: true },
  control_denied: { meaning: 'The presenter does not give control.', isUnasked: true },
  controls: { meaning: 'Who controls what others present: all of them each time.', isUnasked: true },
  remote: { meaning: 'What somebody does who controls.', isUnasked: true },
  captioned: { meaning: 'What somebody has said, as his device has understood it.', isUnasked: true },
  interrupted: { meaning: 'All media connections are gone. `welcome` follows.', isUnasked: true },
  ended: { meaning: 'One is no longer in it. The connection is closed.', isUnasked: true },
  invalid_token: {
    meaning: 'The token no longer counts. Another one is wanted until `deadline`.',
    isUnasked: true,
  },
  pong: { meaning: 'The answer to `ping`.', isUnasked: false },
};
