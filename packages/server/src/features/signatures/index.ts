export { signatureJobs } from './jobs.ts';
