import type { Environment } from '../../environment/environment.ts';
import type { Database } from '../../storage/database.ts';
import { utc, writeSeries } from './calendar-series.ts';
import { joinUrl } from './present.ts';
import type { MeetRow } from './queries.ts';
import { findCancelledStarts } from './repeat-queries.ts';

/** Without the line break (RFC 5545, 3.1). */
const LINE_OCTETS = 75;

export type CalendarMeet = Pick<
  MeetRow,
  | 'binder_id'
  | 'session_key'
  | 'series_key'
  | 'name'
  | 'agenda'
  | 'state'
  | 'host_name'
  | 'starts_at'
  | 'ends_at'
  | 'ended_at'
  | 'repeat'
  | 'repeats_from'
  | 'plan_sequence'
  | 'created_at'
  | 'updated_at'
>;

/** A calendar updates its entry if the UID is the same and SEQUENCE is higher (RFC 5545). A series is one entry. */
export async function writeCalendar(env: Environment, db: Database, meet: CalendarMeet): Promise<string> {
  const series = writeSeries(meet, await findCancelledStarts(db, meet));
  const url = joinUrl(env, meet);
  const end = meet.ends_at ?? meet.ended_at;
  const isCancelled = meet.state === 'SESSION_DELETED' && !series;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Ringbinder//Meets//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(series?.timezone ?? []),
    'BEGIN:VEVENT',
    `UID:${meet.series_key ?? meet.session_key}@${new URL(env.baseUrl()).hostname}`,
    `DTSTAMP:${utc(meet.updated_at)}`,
    `CREATED:${utc(meet.created_at)}`,
    `LAST-MODIFIED:${utc(meet.updated_at)}`,
    `SEQUENCE:${meet.plan_sequence}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(series?.times ?? [`DTSTART:${utc(meet.starts_at)}`, ...(end === null ? [] : [`DTEND:${utc(end)}`])]),
    `SUMMARY:${escapeText(meet.name)}`,
    `DESCRIPTION:${escapeText(meet.agenda === '' ? url : `${meet.agenda}\n\n${url}`)}`,
    `LOCATION:${escapeText(url)}`,
    `URL:${url}`,
    // Replies by email are not supported.
    `ORGANIZER;CN=${quoteParameter(meet.host_name)}:invalid:nomail`,
    ...(isCancelled
      ? []
      : [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          `DESCRIPTION:${escapeText(meet.name)}`,
          'TRIGGER:-PT10M',
          'END:VALARM',
        ]),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}

/** RFC 5545, section 3.3.11. */
function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll(/[\p{Cc}]/gu, (character) => (character === '\t' ? ' ' : ''));
}

/** RFC 6868: parameter values have no backslash escapes. */
function quoteParameter(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}]/gu, ' ');
  return `"${plain.replaceAll('^', '^^').replaceAll('"', "^'")}"`;
}

export function foldLine(line: string): string {
  const pieces: string[] = [];
  let piece = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      pieces.push(piece);
      [piece, octets] = [' ', 1];
    }
    piece += character;
    octets += size;
  }
  return [...pieces, piece].join('\r\n');
}
