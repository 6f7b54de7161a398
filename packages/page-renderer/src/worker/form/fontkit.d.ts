declare module 'fontkit' {
  export interface Font {
    /** Code points. */
    characterSet: number[];
  }
  export function create(bytes: Uint8Array): Font;
}
