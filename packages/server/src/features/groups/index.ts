export { groupChanges } from './changes.ts';
export { findGroupMembers } from './queries.ts';
export { groupsFeature } from './routes.ts';
