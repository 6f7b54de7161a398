export { listSections } from './resource.ts';
export { sectionsFeature } from './routes.ts';
