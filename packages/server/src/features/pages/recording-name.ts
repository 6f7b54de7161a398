/**
 * The name of the file of a recording: its title, without the characters that a name of a file may not have.
 * @param otherwise what it is called where nothing is left of the title
 */
export function recordingName(title: string, otherwise: string): string {
  const kept = title.replace(/[/\\]/g, '-').trim();
  return kept === '' || kept === '.' || kept === '..' ? otherwise : kept;
}
