/** Each build of `entry.ts` has another module. */
declare module 'embed-module' {
  export const begin: import('./module.ts').EmbedModuleStart;
}
