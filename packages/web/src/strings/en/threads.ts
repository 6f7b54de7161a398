import { sentences } from './sentences.ts';

export const threads = sentences({
  title: 'Thread',
  line: (count: number, time: string) =>
    `${count === 1 ? '1 reply' : `${count} replies`} · ${count === 1 ? '' : 'last '}${time}`,
  unread: 'Unread replies',
  count: (count: number) => (count === 0 ? 'No replies yet' : count === 1 ? '1 reply' : `${count} replies`),
  follow: 'Follow',
  unfollow: 'Unfollow',
  followAbout: 'Get replies on Home',
  followers: (count: number) => (count === 1 ? '1 follower' : `${count} followers`),
  placeholder: 'Reply in thread',
  alsoSend: (name: string) => `Also send to ${name}`,
  close: 'Close thread',
  failed: 'The thread could not be loaded.',
});
