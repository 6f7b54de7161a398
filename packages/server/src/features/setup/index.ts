export { claimSetup, SetupClaim } from './claim.ts';
export { isSetupToken, prepareSetupLink } from './link.ts';
