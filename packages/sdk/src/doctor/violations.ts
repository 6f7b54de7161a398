export interface Violations {
  /** Waits up to 300 ms, because browsers report in a later task. */
  refused(directive: string, address: string): Promise<boolean>;
  stop(): void;
}

const MOMENT_MS = 300;

export function watchViolations(): Violations {
  const violations: { directive: string; address: string }[] = [];
  const waiting = new Set<() => void>();
  function onViolation({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent): void {
    if (disposition !== 'enforce') return;
    violations.push({ directive: effectiveDirective, address: blockedURI });
    for (const wake of waiting) wake();
  }
  document.addEventListener('securitypolicyviolation', onViolation);
  return {
    async refused(directive, address) {
      const isThere = () =>
        violations.some((each) => each.directive === directive && each.address.startsWith(address));
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
    stop: () => document.removeEventListener('securitypolicyviolation', onViolation),
  };
}
