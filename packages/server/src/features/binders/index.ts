export { ensureCursor } from './bot-install-queries.ts';
export { botsAddedTopic } from './bot-installs.ts';
export { addMembers } from './members.ts';
export {
  type ReadBinderOfUser,
  readBindersOfUsers,
  readInvited,
  readMembers,
  readMembersByIds,
  readSharedBinder,
} from './read.ts';
export { findBinderVersions } from './read-queries.ts';
export { bindersFeature } from './routes.ts';
export { InvitedUsers } from './schema.ts';
export { createBinder } from './service.ts';
