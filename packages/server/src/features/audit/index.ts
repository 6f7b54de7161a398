export { type AdminChange, changeAsAdmin } from './change.ts';
export { type AuditEntry, OPERATOR, recordAudit } from './record.ts';
export { auditFeature } from './routes.ts';
