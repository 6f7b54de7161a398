/**
 * `npm run check-chains [-- binder_id …]` for both environments, beside the service. Exit status 1 for a
 * broken chain or unknown binder.
 */

import { checkChains, onBinders, runCommand } from './chains.ts';

await runCommand(() => onBinders(process.argv.slice(2), checkChains));
