import pages from './vite.config.js';

/** Built separately for tests and the docs' pictures. Installations omit it. */
export const galleryConfig = {
  ...pages,
  base: '/gallery/',
  build: { ...pages.build, rolldownOptions: { input: 'src/testing/gallery/gallery.tsx' } },
};
