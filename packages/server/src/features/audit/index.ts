export { type AdminChange, changeAsAdmin } from './change.ts';
export { OPERATOR, recordAudit } from './record.ts';
export { auditFeature } from './routes.ts';
export { connectToReceiver } from './stream/destination.ts';
export { createAuditStream, measureAuditStream, measureSignIns } from './stream/job.ts';
export { findBacklog as findAuditBacklog } from './stream/queries.ts';
