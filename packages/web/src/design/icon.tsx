export const PATHS = {
  warning: 'M12 4 2.8 20h18.4ZM12 10v4.5M12 17.3v0',
  down: 'm6 9 6 6 6-6',
  mark: 'M8.5 3h9A2.5 2.5 0 0 1 20 5.5v13a2.5 2.5 0 0 1-2.5 2.5h-9A2.5 2.5 0 0 1 6 18.5v-13A2.5 2.5 0 0 1 8.5 3ZM3.5 8h5M3.5 12h5M3.5 16h5M13 8h4',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return <Lines d={PATHS[name]} />;
}

export function Lines({ d }: { d: string }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  );
}
