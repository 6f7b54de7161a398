// From locales/en.po, by scripts/check-locales.ts --write.
import { digits, messages } from '../language.ts';

export const meetReplies = messages('meet-replies', {
  question: 'Will you join?',
  answer: 'Answer',
  answers: {
    maybe: 'Maybe',
    declined: 'Decline',
    accepted: 'Accept',
  },
  replies: {
    accepted: 'Accepted',
    declined: 'Declined',
    waiting: 'No answer yet',
    maybe: 'Maybe',
  },
  count: (answer: string, count: number) => `${answer}: ${digits(count)}`,
  repliesTo: (name: string) => `Answers to “${name}”`,
  invited: 'Who is invited',
  emails: 'Also invite by email',
  emailsHint: 'Separate addresses with commas. These people are also invited to the binder.',
  wrongEmail: 'Enter an email address, such as ada@example.com.',
});
