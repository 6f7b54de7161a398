import pages from './vite.config.js';

/** A separate build for tests and the pictures in the docs. Installations do not contain it. */
export const galleryConfig = {
  ...pages,
  base: '/gallery/',
  build: { ...pages.build, rolldownOptions: { input: 'src/testing/gallery/gallery.tsx' } },
};
