export { mailPreviewPage } from './page-routes.ts';
