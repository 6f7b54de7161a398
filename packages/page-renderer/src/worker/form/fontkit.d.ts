declare module 'fontkit' {
  export interface Font {
    characterSet: number[];
  }
  export function create(bytes: Uint8Array): Font;
}
