import { archiveRowVersions } from '../../log/index.ts';

/** SQL for the start of a WITH that changes transaction $2 and its step $3. Archives their current versions. */
export const archiveStep = `kept AS (${archiveRowVersions('transactions', 'ARRAY[$2::text]')}),
     kept_step AS (${archiveRowVersions('transaction_steps', 'ARRAY[$3::text]')})`;
