import type { Metrics } from '../../http/index.ts';
import { type AnswerOutcome, REFUSALS } from './outcome.ts';

export type CountAnswer = (outcome: AnswerOutcome) => void;

export function measureAnswers(metrics: Metrics): CountAnswer {
  const answers = metrics.counter('mail_answers_total', 'Mails that answer notifications, by outcome.', [
    'outcome',
  ]);
  for (const outcome of ['accepted', 'repeated', ...Object.keys(REFUSALS)]) answers.inc({ outcome }, 0);
  return (outcome) => answers.inc({ outcome });
}
