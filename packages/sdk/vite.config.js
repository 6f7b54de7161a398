/** What looks at pages where nothing is shown: `doctor.mjs`, which the loader loads when it is asked. */
export const doctorConfig = {
  ...sdkConfig('es'),
  build: {
    ...sdkConfig('es').build,
    lib: { entry: 'src/doctor/diagnose.ts', formats: ['es'], fileName: () => 'doctor.mjs' },
  },
};

/** What leads people to their identity provider, which the loader loads where `init` names one. */
export const signInConfig = {
  ...sdkConfig('es'),
  build: {
    ...sdkConfig('es').build,
    lib: { entry: 'src/sign-in/sign-in.ts', formats: ['es'], fileName: () => 'sign-in.mjs' },
  },
};

/**
 * `service.js` for a script tag, and an ES module: of the same sources.
 * @param {'iife' | 'es'} format
 * @param {string} module what the ES module is: as a server sends it, `service.mjs`, or as npm installs it, `index.js`
 */
export function sdkConfig(format, module = 'src/served.ts') {
  const isScript = format === 'iife';
  const name = module === 'src/served.ts' ? 'service.mjs' : 'index.js';
  return {
    root: import.meta.dirname,
    configFile: false,
    build: {
      target: 'es2022',
      emptyOutDir: false,
      modulePreload: false,
      minify: true,
      // Vite leaves the white space in modules of libraries, for bundlers that look at it; this one is loaded as it is.
      rolldownOptions: { output: { minify: true } },
      lib: {
        entry: isScript ? 'src/script.ts' : module,
        formats: [format],
        name: 'RingbinderScript',
        fileName: () => (isScript ? 'service.js' : name),
      },
    },
  };
}
