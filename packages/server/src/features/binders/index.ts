export { addMembers } from './members.ts';
export { type BinderVersionRow, findBinderVersions } from './queries.ts';
export {
  type ReadBinder,
  type ReadBinderOfUser,
  readBindersOfUsers,
  readInvited,
  readMembers,
  readMembersByIds,
  readSharedBinder,
} from './read.ts';
export { bindersFeature } from './routes.ts';
export { createBinder } from './service.ts';
