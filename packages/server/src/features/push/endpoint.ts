import { isIP } from 'node:net';
import { because, invalid } from '../../errors.ts';
import { isPublicAddress } from '../../outbound/index.ts';

/** The host's addresses are checked when a push is sent. */
export function checkEndpoint(field: string, text: string, allowsPrivate: boolean): void {
  const url = URL.parse(text);
  const isHttp = url?.protocol === 'http:' && allowsPrivate;
  if (!url || !(url.protocol === 'https:' || isHttp))
    throw invalid(field, allowsPrivate ? because('http_address') : because('https_address'));
  if (url.port === '0') throw invalid(field, 'must not have port 0');
  if (url.username || url.password) throw invalid(field, 'must not contain a password');
  if (text.includes('#')) throw invalid(field, because('fragment_not_allowed'));
  if (!allowsPrivate && isPrivateHost(url.hostname)) throw invalid(field, because('url_private'));
}

function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? /(^|\.)localhost\.?$/.test(host) : !isPublicAddress(host);
}
