export { type AuditEntry, recordAudit } from './record.ts';
