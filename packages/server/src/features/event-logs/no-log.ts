import { because, preconditionFailed } from '../../errors.ts';

export const noLog = () => preconditionFailed(because('client_no_log'));
