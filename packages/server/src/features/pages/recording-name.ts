export function recordingName(title: string, otherwise: string): string {
  const safeTitle = title.replace(/[/\\]/g, '-').trim();
  return safeTitle === '' || safeTitle === '.' || safeTitle === '..' ? otherwise : safeTitle;
}
