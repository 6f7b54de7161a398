export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const minutes = Math.floor(whole / 60);
  const pad = (value: number) => String(value).padStart(2, '0');
  const ending = `${pad(whole % 60)}`;
  return minutes < 60 ? `${minutes}:${ending}` : `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${ending}`;
}

export function cutTime(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  return `${clockTime(Math.floor(tenths / 10))}.${tenths % 10}`;
}
