import { afterEach, vi } from 'vitest';

// Vitest restores mocks, globals and variables automatically, but not its clock.
afterEach(() => void vi.useRealTimers());
