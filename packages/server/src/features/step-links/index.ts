export { stepLinkMails } from './mail.ts';
export { stepLinkPages } from './page-routes.ts';
export { deleteExpiredStepLinks } from './queries.ts';
export { stepLinksFeature } from './routes.ts';
