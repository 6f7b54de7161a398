const MIN_SPEECH_LEVEL = 0.25;
/** A louder participant replaces one who is still speaking only after this time. */
const TAKE_OVER_MS = 400;
/** In decibels below the maximum. */
const SILENT_DECIBELS = 70;
const FORGET_MS = 600;

interface Voice {
  level: number;
  at: number;
}

export function createSpeakers() {
  const voices = new Map<string, Voice>();
  let active: string | null = null;
  let challenger: { id: string; since: number } | undefined;
  let lastReported = '';
  return {
    addLevel(id: string, decibels: number, now: number): void {
      const level = Math.max(0, 1 - decibels / SILENT_DECIBELS);
      const voice = voices.get(id);
      // Speech has gaps, so the level falls over 250 ms.
      const smooth = voice === undefined || level > voice.level ? level : voice.level * 0.9 + level * 0.1;
      voices.set(id, { level: smooth, at: now });
    },
    forget(id: string): void {
      voices.delete(id);
      if (active === id) active = null;
    },
    takeChanges(
      now: number,
    ): { active: string | null; levels: { participant: string; level: number }[] } | undefined {
      const levels: { participant: string; level: number }[] = [];
      for (const [participant, { level, at }] of voices) {
        if (now - at > FORGET_MS) voices.delete(participant);
        else if (level >= 0.05) levels.push({ participant, level: Math.round(level * 20) / 20 });
      }
      levels.sort((one, other) => other.level - one.level);
      const [loudest] = levels;
      if (loudest !== undefined && loudest.level >= MIN_SPEECH_LEVEL && loudest.participant !== active) {
        if (challenger?.id !== loudest.participant) challenger = { id: loudest.participant, since: now };
        const isSilent = active === null || (voices.get(active)?.level ?? 0) < MIN_SPEECH_LEVEL;
        if (isSilent || now - challenger.since >= TAKE_OVER_MS) active = loudest.participant;
      } else challenger = undefined;
      const text = JSON.stringify([active, levels]);
      if (text === lastReported) return undefined;
      lastReported = text;
      return { active, levels };
    },
  };
}
