/** The checked options of the module. @internal */
export const RECEIVER_SETTINGS = Symbol('nestjs-pix.receiver.settings');
