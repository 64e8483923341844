/**
 * `nestjs-pix/dto`: request bodies and queries of the specification as classes, for the controllers of an application.
 *
 * @module nestjs-pix/dto
 */
export * from './contract/dto.js';
