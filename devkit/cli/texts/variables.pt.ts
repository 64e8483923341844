import type { AccountNames } from './doctor.en.js';

/** What the environment variables contain, in Portuguese. */
export const meanings: AccountNames['v'] = {
  provider: 'nome de um provedor da biblioteca, ou `simulator`',
  simulator: 'pasta de `npx nestjs-pix simulator`, para `simulator`',
  environment: '`production` (padrão) ou `sandbox`',
  baseUrl: 'endereço base da API; substitui o do provedor',
  tokenUrl: 'endereço do token; substitui o do provedor',
  clientId: 'identificador do cliente',
  clientSecret: 'segredo do cliente',
  cert: 'certificado de cliente: caminho, PEM ou base64',
  key: 'chave privada do certificado: caminho, PEM ou base64',
  pfx: 'certificado e chave em PKCS#12, em vez de PEM: caminho ou base64',
  passphrase: 'senha da chave ou do arquivo PKCS#12',
  ca: 'autoridade certificadora do provedor: caminho, PEM ou base64',
  proxy:
    'proxy de saída (`http://proxy:3128`, com usuário e senha se houver), ou `environment` para `HTTPS_PROXY`',
  sandboxToken: 'token fixo de um sandbox que tem um',
  contaCorrente: 'número da conta',
  appKey: 'chave do aplicativo',
  chave: 'chave Pix do recebedor',
  features: 'produtos concedidos, separados por vírgulas (`pix-automatico`), ou `all`',
  scopes: 'escopos dos tokens, separados por espaços ou vírgulas, ou `all`',
  clientAuth: 'como o segredo é enviado: `basic` ou `body`',
  mutualTls: '`false` se um proxy faz o mTLS',
  timeout: 'limite de tempo de uma tentativa, em segundos',
  deadline: 'limite de tempo de uma chamada inteira, em segundos',
  webhookUrl: 'endereço público do receptor de webhooks, sem o sufixo do banco',
  webhookSecret: 'segredo no parâmetro `hmac` do endereço registrado',
};
