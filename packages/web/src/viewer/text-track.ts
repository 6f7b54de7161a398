export const trackOf = (
  { textTracks }: HTMLMediaElement,
  kind: 'captions' | 'descriptions' = 'captions',
): TextTrack | undefined => [...textTracks].find((track) => track.kind === kind);

export function followTracks(element: HTMLMediaElement, look: () => void): () => void {
  const end = new AbortController();
  const { signal } = end;
  for (const type of ['addtrack', 'removetrack', 'change'])
    element.textTracks.addEventListener(type, look, { signal });
  element.addEventListener('load', look, { signal, capture: true });
  look();
  return () => end.abort();
}
