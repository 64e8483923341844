/** Injection token of the module's checked options. @internal */
export const RECEIVER_SETTINGS = Symbol('nestjs-pix.receiver.settings');
/** Injection token of the worker module's checked options. @internal */
export const WORKER_SETTINGS = Symbol('nestjs-pix.worker.settings');
/** Injection token of the receiver's name. @internal */
export const RECEIVER_NAME = Symbol('nestjs-pix.receiver.name');
