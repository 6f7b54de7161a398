declare module 'embed-module' {
  export const begin: import('./module.ts').EmbedModuleStart;
}
