/**
 * Verifies the hash chains of all or the named binders in both environments: `npm run check-chains [-- binder_id …]`.
 * The service may be running. Reports each broken chain. The exit status is 1 if a chain is broken or a named binder
 * does not exist.
 */

import { checkChains, onBinders, runCommand } from './chains.ts';

await runCommand(() => onBinders(process.argv.slice(2), checkChains));
