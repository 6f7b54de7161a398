/** Builds `doctor.mjs`, which the SDK loads on demand. */
export const doctorConfig = {
  ...sdkConfig('es'),
  build: {
    ...sdkConfig('es').build,
    lib: { entry: 'src/doctor/diagnose.ts', formats: ['es'], fileName: () => 'doctor.mjs' },
  },
};

/** Builds `sign-in.mjs`, which the SDK loads if `init` names an identity provider. */
export const signInConfig = {
  ...sdkConfig('es'),
  build: {
    ...sdkConfig('es').build,
    lib: { entry: 'src/sign-in/sign-in.ts', formats: ['es'], fileName: () => 'sign-in.mjs' },
  },
};

/**
 * Builds `service.js` for a script tag, and ES modules.
 *
 * @param {'iife' | 'es'} format
 * @param {string} module the entry of the ES module: `service.mjs` as served, or `index.js` for npm
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
      // Vite preserves white space in library modules for bundlers, but browsers load this one directly.
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
