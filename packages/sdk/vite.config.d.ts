import type { InlineConfig } from 'vite';

export function sdkConfig(format: 'iife' | 'es', module?: string): InlineConfig;
