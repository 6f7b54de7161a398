export type { ArchiveEnvironment } from './make.ts';
export { type ArchiveProgress, exportOrg, importOrg } from './org.ts';
export { binderArchivesFeature } from './routes.ts';
export { createSpool, type Tar, type TarMember, tarOf } from './spool.ts';
