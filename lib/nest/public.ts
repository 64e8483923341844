export { createPixClient } from './create-pix-client.js';
export { pixOptionsFromEnv, type PixEnvOptions } from './pix-options-from-env.js';
export * from './pix-client.factory.js';
export {
  PIX_ERROR_INTERCEPTOR_OPTIONS,
  PixErrorInterceptor,
  type PixErrorInterceptorOptions,
} from './pix-error.interceptor.js';
export * from './pix.module.js';
export type { PixModuleOptions, PixOptionsFactory } from './pix.options.js';
