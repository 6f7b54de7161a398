/** What looks at pages where nothing is shown: `doctor.mjs`, which the loader loads when it is asked. */
export const doctorConfig = {
  ...sdkConfig('es'),
  build: {
    ...sdkConfig('es').build,
    lib: { entry: 'src/doctor/diagnose.ts', formats: ['es'], fileName: () => 'doctor.mjs' },
  },
};

/** `service.js` for a script tag, and `service.mjs` for an import: of the same sources. @param {'iife' | 'es'} format */
export function sdkConfig(format) {
  const isScript = format === 'iife';
  return {
    root: import.meta.dirname,
    configFile: false,
    build: {
      target: 'es2020',
      emptyOutDir: false,
      modulePreload: false,
      minify: true,
      lib: {
        entry: isScript ? 'src/script.ts' : 'src/served.ts',
        formats: [format],
        name: 'RingbinderScript',
        fileName: () => (isScript ? 'service.js' : 'service.mjs'),
      },
    },
  };
}
