export * from './public.js';
