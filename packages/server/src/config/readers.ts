import { isIP } from 'node:net';
import type { BackupRetention } from '../storage/backup-address.ts';
import { type FilePlace, readS3Address } from '../storage/files/index.ts';
import { readDatabaseAddress } from '../storage/server-list.ts';

/** docs/settings.md is generated from these fields. */
export interface Setting {
  name: string;
  fallback: string;
  meaning: string;
  /** The Error's message continues the setting's name, as in `PORT must be …`. */
  read(text: string): unknown;
}

/** Such a key was probably typed, not generated. */
export function isRepetitive(hex: string): boolean {
  return new Set(hex.toLowerCase().match(/../g)).size < 8;
}

export function integer(min: number, max: number) {
  return (text: string) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < min || number > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`);
    }
    return number;
  };
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

export function addresses(text: string): string[] {
  const all = splitList(text);
  if (!all.every((address) => isIP(address) > 0))
    throw new Error('must be an IP address, or several with commas');
  return all;
}

export function thumbprints(text: string): string[] {
  const all = splitList(text);
  if (!all.every((each) => /^[\w-]{43}$/.test(each)))
    throw new Error('must be the thumbprint of a key (43 characters), or several with commas');
  return all;
}

export function iceUrls(pattern: RegExp, example: string) {
  return (text: string) => {
    const all = splitList(text);
    if (!all.every((url) => pattern.test(url))) throw new Error(`must be addresses like ${example}`);
    return all;
  };
}

export function mediaServerUrl(text: string): string {
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url && url.pathname === '/' && !url.search && !url.hash && !url.username;
  if (!isOrigin || !/^wss?:$/.test(url.protocol))
    throw new Error('must be an address like wss://livekit.example.com, without a path');
  return `${url.protocol}//${url.host}`;
}

export function oneOf(words: string[]) {
  return (text: string) => {
    if (!words.includes(text)) throw new Error(`must be one of ${words.join(', ')}`);
    return text;
  };
}

export function httpOrigin(text: string): string {
  if (text === '') return '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new Error('must be an address like https://binders.example.com, without a path');
  }
  return url.origin;
}

export function webUrl(example: string) {
  return (text: string): string => {
    if (text !== '' && !(URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)))
      throw new Error(`must be an address like ${example}`);
    return text;
  };
}

export function postgresUrl(text: string): string | undefined {
  if (text === '') return undefined;
  return readDatabaseAddress(text);
}

export function filePlace(text: string): FilePlace {
  return text === 'local' ? text : readS3Address(text);
}

export function redisUrl(text: string): string | undefined {
  if (text === '') return undefined;
  if (!URL.canParse(text) || !/^rediss?:$/.test(new URL(text).protocol))
    throw new Error('must be an address like redis://user:password@host');
  return text;
}

export function smtpUrl(text: string): string | undefined {
  if (text === '') return undefined;
  if (!URL.canParse(text) || !/^smtps?:$/.test(new URL(text).protocol))
    throw new Error('must be an address like smtps://user:password@host');
  return text;
}

export interface SmtpAddress {
  host: string;
  port: number;
}

export interface Mailbox extends SmtpAddress {
  isSecure: boolean;
  user: string;
  password: string;
  folder: string;
}

export type InboundMail = { listener: SmtpAddress } | { mailbox: Mailbox };

const IMAP_PORT = 143;
const IMAPS_PORT = 993;

export function inboundMail(text: string): InboundMail | undefined {
  if (text === '') return undefined;
  const inbound = URL.canParse(text) ? inboundMailOf(new URL(text)) : undefined;
  if (inbound) return inbound;
  throw new Error(
    'must be an address to listen on, like smtp://0.0.0.0:2525, or a mailbox, like imaps://user:password@host/INBOX',
  );
}

function inboundMailOf(url: URL): InboundMail | undefined {
  const { protocol, hostname, port, pathname, username, password, search, hash } = url;
  if (hostname === '' || search || hash) return undefined;
  const host = hostname.replace(/^\[|\]$/g, '');
  const path = pathname.replace(/^\//, '');
  if (protocol === 'smtp:')
    return port === '' || path || username || password
      ? undefined
      : { listener: { host, port: Number(port) } };
  const isSecure = protocol === 'imaps:';
  if (!(isSecure || protocol === 'imap:') || username === '' || password === '') return undefined;
  try {
    const [user, secret, folder] = [username, password, path || 'INBOX'].map(decodeURIComponent) as [
      string,
      string,
      string,
    ];
    const place = { host, port: Number(port) || (isSecure ? IMAPS_PORT : IMAP_PORT) };
    return { mailbox: { ...place, isSecure, user, password: secret, folder } };
  } catch {
    return undefined;
  }
}

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^(?=.{1,190}$)${LABEL}(?:\\.${LABEL})*$`);

export function mailDomain(text: string): string {
  const domain = text.toLowerCase();
  if (domain !== '' && !DOMAIN.test(domain)) throw new Error('must be a domain like answers.example.com');
  return domain;
}

export function secretKey(text: string): string | undefined {
  if (text === '') return undefined;
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new Error('must be 64 hexadecimal digits (32 bytes)');
  if (isRepetitive(text)) throw new Error('must be random: make one with `openssl rand -hex 32`');
  return text;
}

export function timeOfDay(text: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) throw new Error('must be a time like 02:30');
  return Number(hours) * 60 + Number(minutes);
}

export function backupRetention(text: string): BackupRetention {
  const [, daily, weekly = '0'] = /^([1-9]\d{0,3}) daily(?:, (\d{1,3}) weekly)?$/.exec(text) ?? [];
  if (daily === undefined) throw new Error('must be like "7 daily, 4 weekly"');
  return { daily: Number(daily), weekly: Number(weekly) };
}
