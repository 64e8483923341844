/** A text in the languages of the command line. */
type Meaning = Readonly<Record<'pt' | 'en', string>>;

/** An environment variable that describes an account. */
export interface PixVariable {
  /** `PIX_CLIENT_ID`. */
  readonly name: string;
  /** What it contains. */
  readonly meaning: Meaning;
  /** Whether outputs must never contain the value. */
  readonly secret: boolean;
}

function open(name: string, en: string, pt: string): PixVariable {
  return { name, meaning: { pt, en }, secret: false };
}

function secret(name: string, en: string, pt: string): PixVariable {
  return { name, meaning: { pt, en }, secret: true };
}

/** The environment variables of one account at one provider. An empty value counts as absent. */
export const pixVariables = {
  provider: open(
    'PIX_PROVIDER',
    'name of a built-in provider, or `simulator`',
    'nome de um provedor da biblioteca, ou `simulator`',
  ),
  simulator: open(
    'PIX_SIMULATOR',
    'folder of `npx nestjs-pix simulator`, for `simulator`',
    'pasta de `npx nestjs-pix simulator`, para `simulator`',
  ),
  environment: open(
    'PIX_ENVIRONMENT',
    '`production` (default) or `sandbox`',
    '`production` (padrão) ou `sandbox`',
  ),
  baseUrl: open(
    'PIX_BASE_URL',
    "base address of the API; replaces the provider's",
    'endereço base da API; substitui o do provedor',
  ),
  tokenUrl: open(
    'PIX_TOKEN_URL',
    "token endpoint; replaces the provider's",
    'endereço do token; substitui o do provedor',
  ),
  clientId: secret('PIX_CLIENT_ID', 'client identifier', 'identificador do cliente'),
  clientSecret: secret('PIX_CLIENT_SECRET', 'client secret', 'segredo do cliente'),
  cert: open(
    'PIX_CERT',
    'client certificate: path, PEM or base64',
    'certificado de cliente: caminho, PEM ou base64',
  ),
  key: open(
    'PIX_KEY',
    'private key of the certificate: path, PEM or base64',
    'chave privada do certificado: caminho, PEM ou base64',
  ),
  pfx: open(
    'PIX_PFX',
    'certificate and key as PKCS#12, instead of PEM: path or base64',
    'certificado e chave em PKCS#12, em vez de PEM: caminho ou base64',
  ),
  passphrase: secret(
    'PIX_PASSPHRASE',
    'passphrase of the key or of the PKCS#12 file',
    'senha da chave ou do arquivo PKCS#12',
  ),
  ca: open(
    'PIX_CA',
    "authority that signed the provider's certificate: path, PEM or base64",
    'autoridade que assinou o certificado do provedor: caminho, PEM ou base64',
  ),
  proxy: secret(
    'PIX_PROXY',
    'egress proxy (`http://proxy:3128`, with user and password if it has them), or `environment`',
    'proxy de saída (`http://proxy:3128`, com usuário e senha se houver), ou `environment` para `HTTPS_PROXY`',
  ),
  sandboxToken: secret(
    'PIX_SANDBOX_TOKEN',
    'fixed token, for sandboxes that issue one',
    'token fixo, para sandboxes que emitem um',
  ),
  contaCorrente: secret('PIX_CONTA_CORRENTE', 'account number', 'número da conta'),
  appKey: secret('PIX_APP_KEY', 'application key', 'chave do aplicativo'),
  chave: secret('PIX_CHAVE', 'Pix key of the receiver', 'chave Pix do recebedor'),
} as const satisfies Readonly<Record<string, PixVariable>>;

/** Further options of the client, which have a default. */
export const pixClientVariables = {
  features: open(
    'PIX_FEATURES',
    'granted products, separated by commas (`pix-automatico`), or `all`',
    'produtos concedidos, separados por vírgulas (`pix-automatico`), ou `all`',
  ),
  scopes: open(
    'PIX_SCOPES',
    'scopes of tokens, separated by spaces or commas, or `all`',
    'escopos dos tokens, separados por espaços ou vírgulas, ou `all`',
  ),
  clientAuth: open(
    'PIX_CLIENT_AUTH',
    'how the secret is sent: `basic` or `body`',
    'como o segredo é enviado: `basic` ou `body`',
  ),
  mutualTls: open(
    'PIX_MUTUAL_TLS',
    '`false` if a proxy provides mutual TLS',
    '`false` se um proxy faz o mTLS',
  ),
  timeout: open(
    'PIX_TIMEOUT',
    'time limit of one attempt in seconds',
    'limite de tempo de uma tentativa, em segundos',
  ),
  deadline: open(
    'PIX_DEADLINE',
    'time limit of a whole call in seconds',
    'limite de tempo de uma chamada inteira, em segundos',
  ),
} as const satisfies Readonly<Record<string, PixVariable>>;

/** The address where the application receives notifications. Only commands read these. */
export const pixWebhookVariables = {
  url: secret(
    'PIX_WEBHOOK_URL',
    'public address of the webhook receiver, without the suffix of the bank',
    'endereço público do receptor de webhooks, sem o sufixo do banco',
  ),
  secret: secret(
    'PIX_WEBHOOK_SECRET',
    'secret in the parameter `hmac` of the registered address',
    'segredo no parâmetro `hmac` do endereço registrado',
  ),
} as const satisfies Readonly<Record<string, PixVariable>>;

/** Field of an account in {@link pixVariables}. */
export type PixVariableField = keyof typeof pixVariables;

/** Field of the client in {@link pixClientVariables}. */
export type PixClientVariableField = keyof typeof pixClientVariables;

/** The beginning of the names of the variables in the tables. */
export const DEFAULT_PREFIX = 'PIX_';

/** Returns the name of a variable of the account with this prefix: `PIX_LOJA_CLIENT_ID`. */
export function buildVariableName({ name }: PixVariable, prefix: string): string {
  return prefix + name.slice(DEFAULT_PREFIX.length);
}
