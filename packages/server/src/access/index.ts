export type { Actor } from './actor.ts';
export {
  accessBinder,
  type BinderAccess,
  type BinderNeed,
  type BinderRole,
  binderDoor,
  binderDoors,
  type DoorRow,
  enterBinder,
  passDoor,
  rolesFor,
} from './binder.ts';
export { found, ownUserId } from './user.ts';
