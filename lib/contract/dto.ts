import { decorateClasses } from './validation/class-validator.js';

// The DTO classes with the decorators of class-validator, as the controllers of an application use them.
export * from './index.js';

decorateClasses();
