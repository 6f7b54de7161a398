export { type Actor, accountActor } from './actor.ts';
export { lockOrg, type OrgAccess, requireOrgAdmin, requireOrgMember, requirePartnerAdmin } from './admin.ts';
export { type AsOfDatabase, accessBinderAsOf, openBinderAsOf } from './as-of.ts';
export {
  assigneeIds,
  awaitedPeople,
  hasActed,
  isAssignee,
  isAwaited,
  isAwaitedByName,
  isExcluded,
  isOpenAssignee,
  isRunning,
  mayAct,
  peopleWhoCanAnswer,
} from './assignees.ts';
export {
  accessBinder,
  type BinderAccess,
  type BinderRole,
  binderMembership,
  binderMemberships,
  binderPosition,
  lockBinderFor,
  type MemberOrAdminAccess,
  type MembershipRow,
  requireRole,
  rolesFor,
} from './binder.ts';
export { type BinderCall, type BinderChange, changeBinder, changeBinderAsMemberOrAdmin } from './change.ts';
export {
  createFrameGate,
  type FrameAccess,
  type FrameAccessTable,
  type FrameSender,
  type SenderRights,
} from './frames.ts';
export {
  findMembersAmong,
  findRolesAmong,
  isDisabled,
  isStillMember,
  type MemberRole,
  memberProblem,
  requireNoProblems,
  unavailableBecause,
} from './members.ts';
export { orNotFound, ownUserId } from './user.ts';
