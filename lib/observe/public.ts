export type * from './activities.js';
export type { PixAccountReadings, PixTelemetry } from './channel.js';
export type { PixRequestInfo, PixResponseInfo } from './hooks.js';
export type { PixLogLevel, PixLogOptions } from './log.js';
