export { createTransaction } from './create.ts';
export { dueSteps } from './due-steps.ts';
export { FormAnswersInput } from './form-schema.ts';
export { presentWaitingStep } from './present-waiting.ts';
export { pressButton } from './press.ts';
export { readFirstTransactions, readTransactions } from './read.ts';
export { replaceStepPages } from './read-page-queries.ts';
export { transactionsFeature } from './routes.ts';
export { WAITING_STEPS, type WaitingStepRow } from './waiting-queries.ts';
