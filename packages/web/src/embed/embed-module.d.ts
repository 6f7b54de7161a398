/** The module of a particular build of `entry.ts`. */
declare module 'embed-module' {
  export const begin: import('./module.ts').EmbedModuleStart;
}
