export { type AdminChange, changeAsAdmin } from './change.ts';
export { OPERATOR, recordAudit } from './record.ts';
export { auditFeature } from './routes.ts';
