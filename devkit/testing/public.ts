export { PixTestingModule, type PixTestingModuleOptions } from './pix-testing.module.js';
