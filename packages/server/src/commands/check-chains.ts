/**
 * `npm run check-chains [-- binder_id …]` checks both environments while the service runs. Exit status: 1 for
 * a broken chain or an unknown binder.
 */

import { checkChains, onBinders, runCommand } from './chains.ts';

await runCommand(() => onBinders(process.argv.slice(2), checkChains));
