export * from './adapter.js';
export * from './agent.js';
export * from './certificate/load-certificate.js';
export * from './certificate/source.js';
export * from './failure.js';
export * from './request.js';
