import { sentences } from './sentences.ts';

/** Errors for the host page's developer, in English like the API's errors. */
export const moduleErrors = sentences({
  noBinder: 'pass binder_id, unique_id, email or binder_name',
  noLanguage: (language: string, all: string) =>
    `the language ${language} is not supported, so the language of the person is used: pass one of ${all}`,
  noConnection: 'the server does not respond over WebSocket: check whether a proxy blocks it',
  noAnswer: 'the server did not respond in time',
  otherPerson: 'the access token belongs to another person or client than the one that opened the module',
  noPage: (id: number) => `there is no page ${id} in the binder`,
});

export const meetErrors = sentences({
  noKey: 'pass session_key or meet_id: the key of the meeting',
  elsewhere: (key: string) =>
    `someone else started a meeting in this binder: join it with joinMeet and session_key ${key}`,
  over: 'the meeting is over',
  noGuestLink: 'without an access token, pass session_key: the key of the meeting or its guest link',
  notHost: 'only a host of the meeting may do this',
  notJoined: 'no one is in the meeting yet',
  noMember: 'pass the user_id of someone in the meeting',
});

export const approvalErrors = sentences({
  client: 'the link belongs to another client',
  covered: 'something covers or alters the approval: it can be answered when it is fully visible',
  token: 'the token is not the token of a link',
  unreachable: 'the server does not respond',
});
