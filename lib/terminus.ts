/**
 * `nestjs-pix/terminus`: a health indicator for `@nestjs/terminus`.
 *
 * @module nestjs-pix/terminus
 */
export * from './health/pix-health.indicator.js';
