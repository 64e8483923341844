/** The checked options of the module. @internal */
export const RECEIVER_SETTINGS = Symbol('nestjs-pix.receiver.settings');
/** The checked options of the worker module. @internal */
export const WORKER_SETTINGS = Symbol('nestjs-pix.worker.settings');
/** The name of the receiver. @internal */
export const RECEIVER_NAME = Symbol('nestjs-pix.receiver.name');
