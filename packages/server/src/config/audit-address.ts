export type AuditAddress =
  | { kind: 'file'; path: string }
  | { kind: 'socket'; isTls: boolean; host: string; port: number; format: 'lines' | 'syslog' };

const EXAMPLES = 'file:/var/log/ringbinder/audit.jsonl, tls://host:port or syslog+tls://host:port';

/** The Error's message continues the setting's name, as in `AUDIT_STREAM must be …`. */
export function readAuditAddress(text: string): AuditAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (/^file:\/(\/\/)?[^/]/.test(text) && url?.host === '') {
    const path = decodeURIComponent(url.pathname);
    if (/^\/(?:dev\/(?:std|fd)|proc\/)/.test(path))
      throw new Error('must be a regular file, not one of /dev/std…, /dev/fd and /proc');
    return { kind: 'file', path };
  }
  if (url?.protocol.startsWith('udp:') || url?.protocol.startsWith('syslog+udp:'))
    throw new Error('must not be UDP, which loses entries: use tls or tcp');
  const [, syslog, scheme] = /^(syslog\+)?(tcp|tls):$/.exec(url?.protocol ?? '') ?? [];
  const hasOnlyHostAndPort = url && /^\/?$/.test(url.pathname) && !url.search && !url.hash && !url.username;
  if (!url || !hasOnlyHostAndPort || scheme === undefined || url.hostname === '' || url.port === '')
    throw new Error(`must be a URL such as ${EXAMPLES}`);
  return {
    kind: 'socket',
    isTls: scheme === 'tls',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port),
    format: syslog === undefined ? 'lines' : 'syslog',
  };
}
