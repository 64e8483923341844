export { encodeBrCode, type BrCode } from './br-code.js';
export * from './decode.js';
export { renderQrCode, type QrCodeFormat, type QrCodeOptions } from './render.js';
