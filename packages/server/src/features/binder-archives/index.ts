export type { ArchiveEnvironment } from './make.ts';
export { type ArchiveProgress, exportOrg, importOrg } from './org.ts';
export { binderArchivesFeature } from './routes.ts';
export { type ByteRange, createSpool, type Tar, tarOf } from './spool.ts';
