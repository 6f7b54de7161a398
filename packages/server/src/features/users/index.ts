export { findIdentified, type IdentifiedUser, type Identity } from './identify.ts';
export { preferredName } from './name.ts';
export { checkNewPassword, type PasswordRefusal, refuseNewPassword } from './new-password.ts';
export {
  checkPassword,
  hashPassword,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  Password,
} from './password.ts';
export { presentUser, statusColumn, type UserRow, userColumns } from './present.ts';
export { isTimeZone, isWebAddress } from './profile-fields.ts';
export { findLanguage, findProfile } from './queries.ts';
export { usersFeature } from './routes.ts';
export { checkProfileChange, updateProfile } from './update-profile.ts';
