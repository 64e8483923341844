import {
  createPixClient,
  PixPayloadService,
  type PixClient,
  type PixModuleOptions,
} from '../../lib/index.js';
import { ScriptedProvider, type Received } from '../support/scripted-provider.js';

/** Paths of the API and of payloads, below which a front forwards requests. */
export const PATHS = { api: '/pix/v2', payloads: '/qr/v2' } as const;

/** Where a front forwards requests to. */
export interface Targets {
  readonly api: string;
  readonly payloads?: string;
  /** The key set that verifies payloads, which the specification does not describe. */
  readonly keySet?: () => Promise<string>;
}

/** The TLS server before Prism, which speaks HTTP only. It answers token requests itself. */
export class Front {
  /** What Prism has refused, with its reasons. */
  readonly refusals: string[] = [];
  /** The signed payloads that were returned, by the path below that of payloads. */
  readonly payloads = new Map<string, string>();

  private constructor(private readonly provider: ScriptedProvider) {}

  static async start(token: string): Promise<Front> {
    const provider = await ScriptedProvider.start({ mutualTls: false });
    provider.token = {
      body: { access_token: token, token_type: 'Bearer', expires_in: 3600 },
    };
    return new Front(provider);
  }

  /** Host and path of payloads. */
  get locationBase(): string {
    return new URL(this.provider.origin).host + PATHS.payloads;
  }

  forward({ api, payloads, keySet }: Targets): void {
    const refused = (text: string) => void this.refusals.push(text);
    this.provider.api = async (received) => {
      if (keySet && received.url === `${PATHS.payloads}/jwks.json`) {
        return { headers: { 'content-type': 'application/jwk-set+json' }, body: await keySet() };
      }
      if (received.url.startsWith(`${PATHS.api}/`)) {
        return forwardTo(api + received.url.slice(PATHS.api.length), refused, received);
      }
      const path = received.url.slice(PATHS.payloads.length);
      const answer = await forwardTo(`${payloads!}${path}`, refused, received);
      this.payloads.set(path, answer.body);
      return answer;
    };
  }

  /** @param environment a sandbox may answer with other records than a call asks for */
  openClient(environment: 'production' | 'sandbox'): Promise<PixClient> {
    const options = this.provider.options({ features: 'all', retry: false, environment });
    const { production, ...provider } = options.provider as Extract<
      PixModuleOptions['provider'],
      object
    >;
    return createPixClient({
      ...options,
      provider: { ...provider, production, sandbox: { ...production, mode: 'oauth' } },
    });
  }

  openPayloads(): PixPayloadService {
    const { ca } = this.provider;
    return new PixPayloadService({ ca, allowPrivateAddresses: true, allowAnyPort: true });
  }

  close(): Promise<void> {
    return this.provider.close();
  }
}

async function forwardTo(
  url: string,
  refused: (text: string) => void,
  { method, headers, body }: Received,
) {
  const names = ['authorization', 'content-type', 'accept'] as const;
  const sent = names.flatMap((name) => (headers[name] ? [[name, headers[name]] as const] : []));
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(sent),
    ...(body !== '' && { body }),
  });
  const type = response.headers.get('content-type');
  const text = await response.text();
  if (text.includes('stoplight.io/prism/errors')) refused(`${method} ${url}: ${text}`);
  return {
    status: response.status,
    headers: { ...(type && { 'content-type': type }) },
    body: text,
  };
}
