const HEIGHT = 40;

export function WaveformBars({ peaks, played }: { peaks: readonly number[]; played: number }) {
  const path = pathOf(peaks);
  const rest = 100 * (1 - Math.min(1, played));
  return (
    <>
      <Picture path={path} count={peaks.length} />
      <Picture path={path} count={peaks.length} rest={rest} />
    </>
  );
}

function Picture({ path, count, rest }: { path: string; count: number; rest?: number }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${count} ${HEIGHT}`}
      preserveAspectRatio="none"
      {...(rest !== undefined && { class: 'played', style: { clipPath: `inset(0 ${rest}% 0 0)` } })}
    >
      <path d={path} />
    </svg>
  );
}

const pathOf = (peaks: readonly number[]): string =>
  peaks
    .map((peak, index) => {
      const height = Math.max(1, peak * HEIGHT);
      return `M${index + 0.5} ${((HEIGHT - height) / 2).toFixed(1)}v${height.toFixed(1)}`;
    })
    .join('');
