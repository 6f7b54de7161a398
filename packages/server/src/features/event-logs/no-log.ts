import { preconditionFailed } from '../../errors.ts';

export const noLog = () =>
  preconditionFailed('the client has no log: an admin of the partner sets event_log');
