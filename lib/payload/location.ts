import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { isIP, BlockList, type LookupFunction } from 'node:net';
import { operationName, payloadOperations, type PixOperation } from '../contract/index.js';
import { addCallerFrames, ValidationError } from '../errors/index.js';
import { getHost, type PixHttp, type PixTimeout } from '../transport/index.js';

/** Which locations are allowed besides public addresses at port 443. */
export interface LocationRules {
  readonly allowPrivateAddresses: boolean;
  readonly allowAnyPort: boolean;
}

/** A validated location. */
export interface PayloadTarget {
  readonly address: URL;
  /** In the form of a charge's field, without scheme. */
  readonly location: string;
  /** For errors: `GET /cobv/{pixUrlAccessToken}`. */
  readonly operation: string;
}

/**
 * Host, port and path, without credentials and characters that URL parsers interpret differently.
 */
const LOCATION = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?\/[!"$-[\]-~]+$/i;

/** @throws ValidationError naming `location` */
export function parseLocation(location: string, settings: LocationRules): PayloadTarget {
  const given: unknown = location;
  if (typeof given !== 'string') throw refuseLocation('deve ser um texto');
  const bare = given.replace(/^https:\/\//i, '');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(bare)) throw refuseLocation('só pode ser https');
  if (!LOCATION.test(bare) || !URL.canParse(`https://${bare}`)) {
    throw refuseLocation(
      'deve ser um endereço https sem credenciais, como pix.example.com/qr/v2/…',
    );
  }
  const address = new URL(`https://${bare}`);
  if (address.port !== '' && !settings.allowAnyPort) {
    throw refuseLocation('não pode ter porta diferente de 443');
  }
  // URL has already normalized decimal, octal and hexadecimal forms. Node.js does not look up
  // literal addresses.
  const literal = getHost(address);
  if (isIP(literal) !== 0 && !settings.allowPrivateAddresses && !isPublicAddress(literal)) {
    throw refuseLocation('leva a um endereço que não é público');
  }
  return { address, location: bare, operation: operationName(resolveOperation(address)) };
}

/**
 * Determines the operation by the segment before the token, as in the paths of the specification.
 */
function resolveOperation({ pathname }: URL): PixOperation {
  const segment = pathname.split('/').at(-2);
  if (segment === 'cobv') return payloadOperations.getCobV;
  return segment === 'rec' ? payloadOperations.getRec : payloadOperations.getCob;
}

export interface TextRequest {
  readonly address: URL;
  readonly accept: string;
  /** For errors. */
  readonly operation: string;
  /** Default: that of the service. */
  readonly timeout: PixTimeout | undefined;
  readonly signal: AbortSignal | undefined;
}

/** A response with any status. */
export interface TextResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly retryAfterHeader: string | undefined;
  readonly body: string;
}

/**
 * Sends one GET. Errors contain the host only, because a location's path gives access to the
 * payload.
 *
 * @throws ValidationError if the host is not on a public network
 * @throws PixErroTransporteException if no complete response arrives
 */
export async function getText(http: PixHttp, request: TextRequest): Promise<TextResponse> {
  const { address, accept, operation, timeout, signal } = request;
  const { status, headers, body } = await http({
    url: address.href,
    headers: { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'nestjs-pix' },
    operation,
    safe: true,
    timeout,
    signal,
  }).catch((error: unknown) => {
    throw addCallerFrames(error);
  });
  // The transport returns the headers of node:http, of which these two are single texts.
  const { 'content-type': contentType, 'retry-after': retryAfterHeader } =
    headers as NodeJS.Dict<string>;
  return { status, contentType, retryAfterHeader, body };
}

/**
 * IPv4 networks that are not public (IANA special-purpose registry; RFC 6890), and Azure's metadata
 * address, which is in a public network.
 */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12',
  '192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24',
  '203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
].flatMap((networks) => networks.split(' '));

/** The prefix of IPv4 addresses in IPv6-only networks (RFC 6052). */
const NAT64 = '64:ff9b::';

/** The public IPv6 networks; excludes loopback, unique-local and mapped IPv4 addresses. */
const PUBLIC_V6 = ['2000::/3', `${NAT64}/96`];

/**
 * Protocol assignments with Teredo, documentation, 6to4 (which contains an IPv4 address),
 * documentation.
 */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const blockedV4 = buildBlockList('ipv4', NOT_PUBLIC_V4);
const publicV6 = buildBlockList('ipv6', PUBLIC_V6);
const blockedV6 = buildBlockList('ipv6', [
  ...NOT_PUBLIC_V6,
  ...NOT_PUBLIC_V4.map((network) => {
    const [address = '', prefix] = network.split('/');
    return `${NAT64}${address}/${96 + Number(prefix)}`;
  }),
]);

/** Whether a text is a public IP address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !blockedV4.check(address, 'ipv4');
    case 6:
      return publicV6.check(address, 'ipv6') && !blockedV6.check(address, 'ipv6');
    default:
      return false;
  }
}

function buildBlockList(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

type LookUpAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses?: LookupAddress[]) => void,
) => void;

/**
 * Creates the name look-up of a connection. It fails with a `ValidationError` if any address of the
 * name is not public. The connection uses the checked addresses, so a name server cannot return one
 * address to the check and another to the connection.
 */
export function guardedLookup(lookUpAll: LookUpAll = lookup): LookupFunction {
  return (hostname, options, callback) => {
    // Node.js passes no addresses with an error.
    lookUpAll(hostname, { ...options, all: true }, (error, addresses = []) => {
      const [first] = addresses;
      if (error) callback(error, '');
      else if (!first) callback(notFound(hostname), '');
      else if (!addresses.every(({ address }) => isPublicAddress(address))) {
        callback(refuseLocation('leva a um endereço que não é público'), '');
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
}

/**
 * Builds the refusal of a location. Does not contain its text, which gives access to the payload.
 */
function refuseLocation(reason: string): ValidationError {
  return new ValidationError(`location ${reason}`, { field: 'location' });
}
