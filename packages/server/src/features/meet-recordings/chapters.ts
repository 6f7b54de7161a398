import type { Database } from '../../storage/database.ts';
import type { RecordingMark } from './queries.ts';

export const chapterTypes = ['joined', 'shared', 'message', 'page', 'drawing', 'step', 'todo'] as const;

export interface Chapter {
  /** Milliseconds since the recording's start. */
  time: number;
  type: (typeof chapterTypes)[number];
  name: string;
  text: string;
  message_id?: number;
  page_id?: number;
}

const MAX_CHAPTERS = 500;
const MAX_TEXT = 200;

interface ChapterRow extends Record<string, unknown> {
  at: number;
  kind: string;
  actor_name: string;
  id: number | null;
  text: string | null;
}

const FIND_CHAPTERS = `
  SELECT l.at, l.kind, u.name AS actor_name, subject.id,
    left(CASE l.kind
      WHEN 'message_posted' THEN m.text
      WHEN 'page_created' THEN p.name
      WHEN 'page_annotated' THEN p.name
      ELSE coalesce(l.body->>'text', l.body->>'name') END, ${MAX_TEXT}) AS text
  FROM binder_log l
  JOIN users u ON u.id = l.actor_id
  CROSS JOIN LATERAL (SELECT CASE l.kind
    WHEN 'page_annotated' THEN (l.body->>'page_id')::bigint ELSE (l.body->>'id')::bigint END AS id) AS subject
  LEFT JOIN messages m ON l.kind = 'message_posted' AND m.binder_id = l.binder_id AND m.id = subject.id
    AND m.deleted_at IS NULL
  LEFT JOIN pages p ON l.kind IN ('page_created', 'page_annotated') AND p.binder_id = l.binder_id
    AND p.id = subject.id AND p.deleted_at IS NULL
  WHERE l.binder_id = $1 AND l.seq > $2 AND l.seq <= $3 AND l.at <= $4
    AND l.kind IN ('message_posted', 'page_created', 'page_annotated', 'step_pressed', 'step_completed', 'todo_completed')
    AND (l.kind <> 'message_posted' OR (m.id IS NOT NULL AND l.body->>'is_feed' IS NULL))
    AND (l.kind NOT IN ('page_created', 'page_annotated') OR p.id IS NOT NULL)
  ORDER BY l.seq LIMIT ${MAX_CHAPTERS}`;

const typeOf: Record<string, Chapter['type']> = {
  message_posted: 'message',
  page_created: 'page',
  page_annotated: 'drawing',
  step_pressed: 'step',
  step_completed: 'step',
  todo_completed: 'todo',
};

export async function findChapters(db: Database, binderId: string, pageId: number): Promise<Chapter[]> {
  const [recording] = await db.query<{
    from_seq: number;
    to_seq: number;
    started_at: number;
    ended_at: number;
    marks: RecordingMark[];
  }>(
    `SELECT from_seq, to_seq, started_at, ended_at, marks FROM meet_recordings WHERE binder_id = $1 AND page_id = $2`,
    [binderId, pageId],
  );
  if (recording === undefined) return [];
  const { from_seq, to_seq, started_at, ended_at, marks } = recording;
  const rows = await db.query<ChapterRow>(FIND_CHAPTERS, [binderId, from_seq, to_seq, ended_at]);
  const drawnPageIds = new Set<number | null>();
  const done = rows.flatMap(({ at, kind, actor_name: name, id, text }): Chapter[] => {
    const type = typeOf[kind] ?? 'message';
    if (type === 'drawing' && drawnPageIds.has(id)) return [];
    if (type === 'drawing') drawnPageIds.add(id);
    const subject =
      type === 'message' ? { message_id: id } : type === 'page' || type === 'drawing' ? { page_id: id } : {};
    return [{ time: at, type, name, text: text ?? '', ...(subject as Partial<Chapter>) }];
  });
  const came = marks.map(({ type, at, name }): Chapter => ({ time: at, type, name, text: '' }));
  return [...done, ...came]
    .map((chapter) => ({ ...chapter, time: Math.max(0, chapter.time - started_at) }))
    .toSorted((one, other) => one.time - other.time)
    .slice(0, MAX_CHAPTERS);
}
