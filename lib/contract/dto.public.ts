import { decorateClasses } from './validation/class-validator.js';

// The DTO classes, as the controllers of an application use them.
export * from './dto.js';

decorateClasses();
