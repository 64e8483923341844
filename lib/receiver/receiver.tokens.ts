/** The checked options of the module. @internal */
export const RECEIVER_SETTINGS = Symbol('nestjs-pix.receiver.settings');
/** The name of the receiver. @internal */
export const RECEIVER_NAME = Symbol('nestjs-pix.receiver.name');
