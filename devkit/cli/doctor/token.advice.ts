import { both, type Text } from '../language.js';
import { CLIENT_FIX } from './connection.advice.js';
import type { Endpoint } from './endpoint.js';
import { failed, type Finding } from './finding.js';
import type { TokenAnswer } from './token-request.js';

const CREDENTIALS: readonly [Text, Text] = [
  both(
    'o banco recusa PIX_CLIENT_ID ou PIX_CLIENT_SECRET',
    'the bank refuses PIX_CLIENT_ID or PIX_CLIENT_SECRET',
  ),
  both(
    'Copie os dois de novo do portal do banco, os do ambiente certo, sem os trocar:\nPIX_CLIENT_ID=…\nPIX_CLIENT_SECRET=…\nPIX_ENVIRONMENT=production ou sandbox',
    "Copy both again from the bank's portal, those of the right environment, and do not swap them:\nPIX_CLIENT_ID=…\nPIX_CLIENT_SECRET=…\nPIX_ENVIRONMENT=production or sandbox",
  ),
];

const ACCESS: readonly [Text, Text] = [
  both('o banco nega o acesso', 'the bank denies the access'),
  both(
    'Pergunte ao banco se o certificado e o endereço IP desta máquina estão registrados para este cliente.',
    "Ask the bank whether the certificate and this machine's IP address are registered for this client.",
  ),
];

const ADDRESS: readonly [Text, Text] = [
  both('não há endereço de token em PIX_TOKEN_URL', 'there is no token endpoint at PIX_TOKEN_URL'),
  both(
    'Corrija PIX_TOKEN_URL, ou remova-a para usar o endereço do perfil de PIX_PROVIDER.',
    'Correct PIX_TOKEN_URL, or remove it to use the address of the profile of PIX_PROVIDER.',
  ),
];

const LIMIT: readonly [Text, Text] = [
  both('o banco limita os pedidos de token', 'the bank limits token requests'),
  both('Espere um minuto e repita o comando.', 'Wait for a minute and repeat the command.'),
];

const CERTIFICATE: readonly [Text, Text] = [
  both(
    'o banco exige outro certificado de cliente',
    'the bank requires another client certificate',
  ),
  CLIENT_FIX,
];

const PAGE: readonly [Text, Text] = [
  both(
    'PIX_TOKEN_URL responde com uma página da web, não com um token',
    'PIX_TOKEN_URL answers with a web page, not with a token',
  ),
  both(
    'Corrija PIX_TOKEN_URL. Se está certa, um firewall ou a página de manutenção do banco responde: repita depois, e pergunte ao banco se o endereço IP desta máquina está liberado.',
    "Correct PIX_TOKEN_URL. If it is right, a firewall or the bank's maintenance page answers: repeat later, and ask the bank whether this machine's IP address is allowed.",
  ),
];

const EMPTY: readonly [Text, Text] = [
  both(
    'a resposta de PIX_TOKEN_URL não tem access_token',
    'the response of PIX_TOKEN_URL has no access_token',
  ),
  ADDRESS[1],
];

const OUTAGE: readonly [Text, Text] = [
  both('o serviço de token do banco falha', "the bank's token service fails"),
  both(
    'Repita o comando em alguns minutos. Se continuar, avise o banco.',
    'Repeat the command in a few minutes. If it persists, contact the bank.',
  ),
];

const OTHER: readonly [Text, Text] = [
  both(
    'o banco não emitiu o token, por um motivo que a resposta não mostra',
    'the bank issued no token, for a reason that the response does not show',
  ),
  both(
    'Repita o comando. Se continuar, compare o banco com o perfil e avise o banco:\nnpx nestjs-pix probe --read-only',
    'Repeat the command. If it persists, compare the bank with its profile and contact the bank:\nnpx nestjs-pix probe --read-only',
  ),
];

const BY_STATUS: Readonly<Record<number, readonly [Text, Text]>> = {
  401: CREDENTIALS,
  403: ACCESS,
  404: ADDRESS,
  405: ADDRESS,
  429: LIMIT,
};

/** The errors of RFC 6749, section 5.2, that mean wrong credentials, at banks that answer them with 400. */
const CREDENTIAL_ERRORS: ReadonlySet<string | undefined> = new Set([
  'invalid_client',
  'unauthorized_client',
]);

/** Explains why the bank issued no token. */
export function explainRefusal(answer: TokenAnswer): Finding {
  const { status, error } = answer;
  const [text, fix] = choose(answer);
  const shown = error === undefined ? `HTTP ${status}` : `HTTP ${status} ${error}`;
  return failed('token', both(`${text.pt} (${shown})`, `${text.en} (${shown})`), fix);
}

function choose({ status, error, isPage, asksForCertificate }: TokenAnswer): readonly [Text, Text] {
  if (asksForCertificate === true) return CERTIFICATE;
  if (CREDENTIAL_ERRORS.has(error)) return CREDENTIALS;
  const known = BY_STATUS[status];
  if (known) return known;
  if (isPage === true) return PAGE;
  if (status >= 500) return OUTAGE;
  if (status >= 300 && status < 400) return ADDRESS;
  return status < 300 ? EMPTY : OTHER;
}

/** Describes a token request that got no response in time. */
export function describeSilence({ host }: Endpoint, timeout: number): Finding {
  return failed(
    'token',
    both(
      `${host} aceita a conexão, mas não respondeu ao pedido de token em ${timeout} s`,
      `${host} accepts the connection, but did not answer the token request within ${timeout} s`,
    ),
    both(
      'Repita com um limite maior. Se continuar, avise o banco:\nnpx nestjs-pix doctor --timeout 30',
      'Repeat with a longer limit. If it persists, contact the bank:\nnpx nestjs-pix doctor --timeout 30',
    ),
  );
}

/** Describes a connection that the server keeps open until it reads the token request. */
export function describeReset({ host }: Endpoint, code: string): Finding {
  return failed(
    'token',
    both(
      `${host} interrompe a conexão quando recebe o pedido de token (${code})`,
      `${host} breaks the connection when it receives the token request (${code})`,
    ),
    both(
      'A conexão em si é aceita, com este certificado. Confira PIX_TOKEN_URL, repita o comando, e pergunte ao banco se um firewall recusa o endereço IP desta máquina.',
      "The connection itself is accepted, with this certificate. Check PIX_TOKEN_URL, repeat the command, and ask the bank whether a firewall refuses this machine's IP address.",
    ),
  );
}

/** Describes a response of the token endpoint that is too large, or cannot be decoded. */
export function describeUnreadable(message: string): Finding {
  return failed(
    'token',
    both(
      `a resposta de PIX_TOKEN_URL não pode ser lida: ${message}`,
      `the response of PIX_TOKEN_URL cannot be read: ${message}`,
    ),
    ADDRESS[1],
  );
}
