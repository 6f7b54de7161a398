export interface CueText {
  speaker: string;
  words: string;
}

export function readCue(cue: TextTrackCue): CueText {
  const content = (cue as VTTCue).getCueAsHTML();
  const voice = [...content.querySelectorAll('span')].find(({ title }) => title !== '');
  return { speaker: voice?.title ?? '', words: content.textContent ?? '' };
}
