import pages from './vite.config.js';

/**
 * The gallery is built separately, for tests and for pictures in the docs. Installations omit the gallery.
 */
export const galleryConfig = {
  ...pages,
  base: '/gallery/',
  build: { ...pages.build, rolldownOptions: { input: 'src/testing/gallery/gallery.tsx' } },
};
