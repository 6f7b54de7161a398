import pages from './vite.config.js';

/** The gallery is a build of its own: tests and the pictures of the documents load it, and no installation has it. */
export const galleryConfig = {
  ...pages,
  base: '/gallery/',
  build: { ...pages.build, rolldownOptions: { input: 'src/testing/gallery/gallery.tsx' } },
};
