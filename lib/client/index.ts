export * from './public.js';
export * from './caller.js';
export * from './options.js';
export * from './attempt.js';
export * from './paginate.js';
export * from './plan.js';
export * from './prepare.js';
