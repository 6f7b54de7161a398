/** Beats time. Timers of a tab that nobody looks at are held up to a second and more; those of a worker are not. */
const scope = self as unknown as {
  onmessage: (event: MessageEvent<number>) => void;
  postMessage(value: 0): void;
};

scope.onmessage = ({ data: everyMs }) => {
  setInterval(() => scope.postMessage(0), everyMs);
};
