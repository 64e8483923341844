import { getProxyForUrl } from 'proxy-from-env';
import { ConfigurationError } from '../../errors/index.js';

/**
 * The egress proxy of an account: `http://user:password@proxy:3128` (or `https://`, for TLS to the
 * proxy), or `'environment'` for the variables `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`.
 */
export type PixProxy = string;

/** Selects the proxy for a host; `undefined` for a direct connection. */
export type ProxySelector = (host: string, port: number) => URL | undefined;

const FROM_ENVIRONMENT = 'environment';
/** Stands for the addresses of providers when the variables are read before a request. */
const ANY_PROVIDER = 'https://pix.example.com';
const FORM =
  "an address like http://proxy.example.com:3128, with user and password before the host if it requires them, or 'environment'";

/**
 * Validates the option `proxy`.
 *
 * @throws ConfigurationError naming the option or the variable; its message contains no address,
 * because that may contain a password
 */
export function parseProxy(proxy: PixProxy): ProxySelector {
  if (proxy !== FROM_ENVIRONMENT) {
    const address = parseAddress(proxy, `proxy must be ${FORM}`);
    return () => address;
  }
  // Validates the variables when the application starts.
  readEnvironment(ANY_PROVIDER);
  return (host, port) => {
    const authority = host.includes(':') ? `[${host}]` : host;
    return readEnvironment(`https://${authority}:${port}`);
  };
}

/** Collects the passwords of a proxy in each form in which an error may contain it. */
export function findProxySecrets(proxy: unknown): string[] {
  if (typeof proxy !== 'string') return [];
  const text = proxy === FROM_ENVIRONMENT ? getProxyForUrl(ANY_PROVIDER) : proxy;
  if (!URL.canParse(text)) return [];
  const { username, password } = new URL(text);
  if (password === '') return [];
  const plain = decode(password) ?? password;
  const pair = `${decode(username) ?? username}:${plain}`;
  return [password, plain, Buffer.from(pair).toString('base64')];
}

function readEnvironment(provider: string): URL | undefined {
  const text = getProxyForUrl(provider);
  const problem =
    "proxy: 'environment' reads HTTPS_PROXY or ALL_PROXY, which must be an address like http://proxy.example.com:3128";
  return text === '' ? undefined : parseAddress(text, problem);
}

function parseAddress(text: unknown, problem: string): URL {
  const address = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  const isValid =
    address !== undefined &&
    /^https?:$/.test(address.protocol) &&
    address.pathname === '/' &&
    address.search + address.hash === '' &&
    decode(address.username + address.password) !== undefined;
  if (!isValid) throw new ConfigurationError(`${problem}.`);
  return address;
}

/** Returns `undefined` if the text has an invalid percent-encoding. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
