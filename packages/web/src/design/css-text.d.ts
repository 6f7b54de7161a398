/** The style sheet as text, for components that load on demand. */
declare module '*.css?inline' {
  const css: string;
  export default css;
}
