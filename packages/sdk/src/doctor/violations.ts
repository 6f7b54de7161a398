/** Content-Security-Policy violations since the doctor started. */
export interface Violations {
  /** Whether a directive blocked an address with this prefix. Waits briefly, since browsers report a task later. */
  refused(directive: string, address: string): Promise<boolean>;
  stop(): void;
}

const MOMENT_MS = 300;

/** Records violations until stopped. Report-only violations do not count. */
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
