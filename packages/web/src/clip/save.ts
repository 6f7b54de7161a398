import { RingbinderError, unwrap } from '@ringbinder/client';
import type { ClipContext } from './context.ts';
import type { Recorded } from './recording-upload.ts';

export interface SaveChoice {
  binderId: string;
  name: string;
  /** In milliseconds. A null `end` is the recording's end. */
  part: { start: number; end: number | null };
  isPublic: boolean;
}

export interface SavedClip {
  binderId: string;
  pageId: number;
  downloadUrl: string;
  shareUrl: string;
  part?: { start: number; end: number } | undefined;
  /**
   * Seconds by which the saved part starts before the chosen position. Negative if the saved part starts
   * later.
   */
  leadSeconds: number;
}

export async function saveRecording(
  context: ClipContext,
  recorded: Recorded,
  choice: SaveChoice,
): Promise<SavedClip> {
  const { client } = context;
  const place = await recorded.upload.finish();
  const params = { path: { binder_id: choice.binderId } };
  const body = {
    upload_id: place.id,
    upload_binder_id: place.binderId,
    size: place.size,
    name: choice.name,
    start: Math.round(choice.part.start),
    ...(choice.part.end === null ? {} : { end: Math.round(choice.part.end) }),
  };
  // The server may respond before the clip is ready. Repeated requests create a single page.
  while (true) {
    const clip = await whilePassing(() => unwrap(client.api.POST('/{binder_id}/clips', { params, body })));
    if (clip.status !== 'CLIP_READY' || clip.page_id === undefined) continue;
    const pageId = clip.page_id;
    const shareUrl = choice.isPublic
      ? (await unwrap(client.api.POST('/{binder_id}/viewonlylink', { params, body: {} }))).url
      : context.pageLink(choice.binderId, pageId);
    const downloadUrl = new URL(clip.page_uri ?? '', client.baseUrl).href;
    const { start, end } = choice.part;
    const range = { start: (clip.start ?? 0) / 1000, end: (clip.end ?? 0) / 1000 };
    const part = start > 0 || end !== null ? range : undefined;
    const leadSeconds = part ? start / 1000 - part.start : 0;
    return { binderId: choice.binderId, pageId, downloadUrl, shareUrl, part, leadSeconds };
  }
}

const ATTEMPTS = 6;
const PASSING = new Set([0, 429, 502, 503, 504]);

async function whilePassing<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof RingbinderError) || !PASSING.has(error.status) || attempt >= ATTEMPTS)
        throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt));
    }
  }
}
