export * from './spec.public.js';
export * from './types.public.js';
export * from './dto.public.js';
export * from './banks/public.js';
