import { archiveRowVersions } from '../../log/index.ts';

/** For a WITH clause. `$2` is the transaction, and `$3` the step. */
export const archiveStep = `kept AS (${archiveRowVersions('transactions', 'ARRAY[$2::text]')}),
     kept_step AS (${archiveRowVersions('transaction_steps', 'ARRAY[$3::text]')})`;
