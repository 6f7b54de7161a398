export { approvalLinkMails, writeStepLink } from './mail.ts';
export { approvalLinkPages } from './page-routes.ts';
export { deleteExpiredApprovalLinks } from './queries.ts';
export { approvalLinksFeature } from './routes.ts';
