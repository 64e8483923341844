import { ConfigurationError, isObject } from '../../errors/index.js';

/**
 * Returns a view of the defaults of an Axios instance that refuses changes: the client does not send
 * with these defaults, so that a change would have no effect without an error.
 */
export function fixDefaults<Defaults extends object>(defaults: Defaults): Defaults {
  return new Proxy(defaults, {
    get: (target, name, receiver) => {
      const value: unknown = Reflect.get(target, name, receiver);
      return isObject(value) ? fixDefaults(value) : value;
    },
    set: (_target, name) => refuse(name),
    defineProperty: (_target, name) => refuse(name),
    deleteProperty: (_target, name) => refuse(name),
  });
}

function refuse(name: string | symbol): never {
  throw new ConfigurationError(
    `The default "${String(name)}" of this HttpService cannot be changed: add an interceptor, or set the options headers and timeout of the client. Tests can replace services, or start a PixSimulator.`,
  );
}
