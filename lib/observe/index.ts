export * from './activities.js';
export * from './channel.js';
export * from './hooks.js';
export * from './log.js';
