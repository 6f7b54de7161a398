/** What the page's Content-Security-Policy has refused since the doctor began. */
export interface Violations {
  /** Whether a directive refused an address that begins so. It waits a moment: browsers tell it a task later. */
  refused(directive: string, address: string): Promise<boolean>;
  stop(): void;
}

const MOMENT_MS = 300;

/** Listens to what is refused, until it is stopped. What is only reported is not refused. */
export function watchViolations(): Violations {
  const seen: { directive: string; address: string }[] = [];
  const waiting = new Set<() => void>();
  function hear({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent): void {
    if (disposition !== 'enforce') return;
    seen.push({ directive: effectiveDirective, address: blockedURI });
    for (const wake of waiting) wake();
  }
  document.addEventListener('securitypolicyviolation', hear);
  return {
    async refused(directive, address) {
      const isThere = () =>
        seen.some((each) => each.directive === directive && each.address.startsWith(address));
      for (const until = performance.now() + MOMENT_MS; !isThere(); ) {
        const left = until - performance.now();
        if (left <= 0) return false;
        await new Promise<void>((resolve) => {
          waiting.add(resolve);
          setTimeout(resolve, left);
        });
      }
      return true;
    },
    stop: () => document.removeEventListener('securitypolicyviolation', hear),
  };
}
