/** The module that a build of `entry.ts` is for. */
declare module 'embed-module' {
  export const begin: import('./module.ts').EmbedModuleStart;
}
