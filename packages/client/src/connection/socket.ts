export interface SocketLike {
  readonly bufferedAmount: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown } & never) => void) | null;
  onclose: ((event: { code: number; reason: string } & never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(data: string): void;
  close(code?: number, reason?: string): void;
}

export type OpenSocket = (address: string) => SocketLike;

declare const WebSocket: (new (address: string) => SocketLike) | undefined;

export const hasWebSocket = (): boolean => typeof WebSocket !== 'undefined';

export const openSocket: OpenSocket = (address) => {
  if (typeof WebSocket === 'undefined')
    throw new Error('WebSocket is not available: use Node ≥ 22, or pass openSocket');
  return new WebSocket(address);
};

export function realtimeAddress(baseUrl: string): string {
  return `${baseUrl.replace(/^http/, 'ws').replace(/\/+$/, '')}/realtime`;
}
