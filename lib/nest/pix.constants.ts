/** Injection token of the module's options. */
export const PIX_MODULE_OPTIONS = Symbol('PIX_MODULE_OPTIONS');
