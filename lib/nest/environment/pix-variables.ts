/** An environment variable that describes an account. */
export interface PixVariable {
  /** `PIX_CLIENT_ID`. */
  readonly name: string;
  /** What it contains. */
  readonly meaning: string;
  /** Whether outputs must never contain the value. */
  readonly secret: boolean;
}

function open(name: string, meaning: string): PixVariable {
  return { name, meaning, secret: false };
}

function secret(name: string, meaning: string): PixVariable {
  return { name, meaning, secret: true };
}

/** The environment variables of one account at one provider. An empty value counts as absent. */
export const pixVariables = {
  provider: open('PIX_PROVIDER', 'name of a built-in provider, or `simulator`'),
  simulator: open('PIX_SIMULATOR', 'folder of `npx nestjs-pix simulator`, for `simulator`'),
  environment: open('PIX_ENVIRONMENT', '`production` (default) or `sandbox`'),
  baseUrl: open('PIX_BASE_URL', "base address of the API; replaces the provider's"),
  tokenUrl: open('PIX_TOKEN_URL', "token endpoint; replaces the provider's"),
  clientId: secret('PIX_CLIENT_ID', 'client identifier'),
  clientSecret: secret('PIX_CLIENT_SECRET', 'client secret'),
  cert: open('PIX_CERT', 'client certificate: path or content (PEM)'),
  key: open('PIX_KEY', 'private key of the certificate: path or content (PEM)'),
  pfx: open('PIX_PFX', 'certificate and key as PKCS#12, instead of PEM: path or base64'),
  passphrase: secret('PIX_PASSPHRASE', 'passphrase of the key or of the PKCS#12 file'),
  ca: open('PIX_CA', "authority that signed the provider's certificate: path or content (PEM)"),
  sandboxToken: secret('PIX_SANDBOX_TOKEN', 'fixed token, for sandboxes that issue one'),
  contaCorrente: secret('PIX_CONTA_CORRENTE', 'account number'),
  appKey: secret('PIX_APP_KEY', 'application key'),
  chave: secret('PIX_CHAVE', 'Pix key of the receiver'),
} as const satisfies Readonly<Record<string, PixVariable>>;

/** Field of an account in {@link pixVariables}. */
export type PixVariableField = keyof typeof pixVariables;
