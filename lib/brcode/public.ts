export type { BrCode } from './br-code.js';
export { decodeBrCode } from './decode.js';
export { encodeBrCode } from './encode.js';
export { renderQrCode, type QrCodeFormat, type QrCodeOptions } from './render.js';
