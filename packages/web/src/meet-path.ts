const MEET = /^\/b\/(B\w{22})\/meet\/(M\w{22})\/?$/;

export interface MeetRoute {
  binderId: string;
  sessionKey: string;
}

export function meetOf(root: string, path: string): MeetRoute | undefined {
  const [, binderId, sessionKey] = MEET.exec(path.slice(root.length)) ?? [];
  return binderId && sessionKey ? { binderId, sessionKey } : undefined;
}

export function meetPath(root: string, { binderId, sessionKey }: MeetRoute): string {
  return `${root}/b/${binderId}/meet/${sessionKey}`;
}
