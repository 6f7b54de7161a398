import type { InlineConfig } from 'vite';

/** Types of vite.config.js, which is JavaScript so that it runs on any Node. */
export function sdkConfig(format: 'iife' | 'es', module?: string): InlineConfig;
