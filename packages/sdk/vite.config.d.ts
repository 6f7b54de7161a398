import type { InlineConfig } from 'vite';

/** vite.config.js runs on any Node. */
export function sdkConfig(format: 'iife' | 'es', module?: string): InlineConfig;
