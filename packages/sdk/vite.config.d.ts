import type { InlineConfig } from 'vite';

/** Said in vite.config.js, which runs on any Node. */
export function sdkConfig(format: 'iife' | 'es', module?: string): InlineConfig;
