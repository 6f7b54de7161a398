/** The members of the browser's XMLHttpRequest that this package uses. Node has no XMLHttpRequest. */
export declare class BrowserRequest {
  status: number;
  responseText: string;
  upload: { onprogress: (event: { loaded: number; total: number }) => void };
  onload: () => void;
  onerror: () => void;
  onabort: () => void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body: FormData | Blob): void;
  abort(): void;
}

/** Undefined in Node. Used because `fetch` does not report upload progress. */
export const { XMLHttpRequest } = globalThis as unknown as { XMLHttpRequest?: typeof BrowserRequest };
