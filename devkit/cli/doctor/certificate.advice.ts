import { both, type Text } from '../language.js';
import { toShellWord } from '../shell-word.js';
import type { CheckId } from './finding.js';

/** Where the material of a problem is. */
export interface MaterialOrigin {
  /** The variable: `PIX_CERT`. */
  readonly variable: string;
  /** Path of the file; absent if the variable contains the content itself. */
  readonly file?: string | undefined;
  /** What the material is, if it can be recognized. */
  readonly content?: 'certificate' | 'key' | undefined;
  /** Paths of certificate and key, if both are files. */
  readonly pair?: { readonly cert: string; readonly key: string } | undefined;
}

/** What a `CertificateError` means for the user of the variables. */
export interface CertificateAdvice {
  readonly check: CheckId;
  text(origin: MaterialOrigin): Text;
  fix(origin: MaterialOrigin): Text;
}

/** The variables do not exist in the shell of a user with `--env`, so that no command may contain them. */
const where = ({ variable, file }: MaterialOrigin): string =>
  file === undefined ? variable : `${variable}: ${file}`;

const NEW_REQUEST =
  'openssl req -new -newkey rsa:2048 -nodes -keyout pix.key -out pix.csr -subj "/CN=pix"';

const OTHER_CONTENT: CertificateAdvice = {
  check: 'files',
  text: (origin) =>
    both(
      `${where(origin)} não contém o que a variável exige (certificado, chave ou PKCS#12)`,
      `${where(origin)} does not contain what the variable requires (certificate, key or PKCS#12)`,
    ),
  fix: ({ variable, file }) =>
    file === undefined
      ? both(
          `Use o caminho do arquivo, ou o conteúdo em base64, codificado uma só vez:\n${variable}=$(base64 -w0 <arquivo>)`,
          `Use the path of the file, or its content in base64, encoded only once:\n${variable}=$(base64 -w0 <file>)`,
        )
      : both(
          `Veja a primeira linha do arquivo e baixe-o outra vez do banco se ela não for a esperada:\nhead -c 40 ${toShellWord(file)}`,
          `Look at the first line of the file, and download it from the bank again if it is not the expected one:\nhead -c 40 ${toShellWord(file)}`,
        ),
};

const PEM_AS_PFX: CertificateAdvice = {
  check: 'files',
  text: (origin) =>
    both(`${where(origin)} é PEM, e não PKCS#12`, `${where(origin)} is PEM, not PKCS#12`),
  fix: ({ file }) =>
    both(
      `Use as variáveis de PEM em vez de PIX_PFX:\nPIX_CERT=${file ?? '<certificado>'}\nPIX_KEY=<arquivo da chave>`,
      `Use the variables of PEM instead of PIX_PFX:\nPIX_CERT=${file ?? '<certificate>'}\nPIX_KEY=<file of the key>`,
    ),
};

const SWAPPED: CertificateAdvice = {
  check: 'files',
  text: (origin) =>
    origin.content === 'key'
      ? both(
          `${where(origin)} é uma chave privada, e não um certificado`,
          `${where(origin)} is a private key, not a certificate`,
        )
      : both(
          `${where(origin)} é um certificado, e não uma chave privada`,
          `${where(origin)} is a certificate, not a private key`,
        ),
  fix: ({ pair }) =>
    both(
      `PIX_CERT é o certificado e PIX_KEY é a chave privada${pair ? `. Se estão trocados:\nPIX_CERT=${pair.key}\nPIX_KEY=${pair.cert}` : '; confira se estão trocados.'}`,
      `PIX_CERT is the certificate, and PIX_KEY is the private key${pair ? `. If they are swapped:\nPIX_CERT=${pair.key}\nPIX_KEY=${pair.cert}` : '; check that they are not swapped.'}`,
    ),
};

/** Explains content of another kind. */
const NO_CONTENT: CertificateAdvice = {
  check: 'files',
  text: (origin) => recognize(origin).text(origin),
  fix: (origin) => recognize(origin).fix(origin),
};

function recognize({ variable, content }: MaterialOrigin): CertificateAdvice {
  if (content === undefined) return OTHER_CONTENT;
  if (variable === 'PIX_PFX') return PEM_AS_PFX;
  const expected: Readonly<Record<string, string>> = { PIX_CERT: 'certificate', PIX_KEY: 'key' };
  const isOther = variable in expected && expected[variable] !== content;
  return isOther ? SWAPPED : OTHER_CONTENT;
}

const PASSPHRASE: CertificateAdvice = {
  check: 'files',
  text: (origin) =>
    both(
      `${where(origin)} não abre com a senha em PIX_PASSPHRASE`,
      `${where(origin)} does not open with the passphrase in PIX_PASSPHRASE`,
    ),
  fix: ({ variable, file }) => {
    if (file === undefined) {
      return both(
        `Corrija PIX_PASSPHRASE: é a senha do arquivo cujo conteúdo está em ${variable}.`,
        `Correct PIX_PASSPHRASE: it is the passphrase of the file whose content is in ${variable}.`,
      );
    }
    const test =
      variable === 'PIX_KEY'
        ? `openssl pkey -in ${toShellWord(file)} -noout`
        : `openssl pkcs12 -in ${toShellWord(file)} -noout -legacy`;
    return both(
      `Corrija PIX_PASSPHRASE. Para testar a senha:\n${test}`,
      `Correct PIX_PASSPHRASE. To test the passphrase:\n${test}`,
    );
  },
};

const NO_PASSPHRASE: CertificateAdvice = {
  check: 'files',
  text: (origin) =>
    both(
      `${where(origin)} tem senha, e PIX_PASSPHRASE está vazia`,
      `${where(origin)} has a passphrase, and PIX_PASSPHRASE is empty`,
    ),
  fix: () =>
    both(
      'Ponha em PIX_PASSPHRASE a senha com que o arquivo foi exportado.',
      'Set PIX_PASSPHRASE to the passphrase with which the file was exported.',
    ),
};

const ABSENT: CertificateAdvice = {
  check: 'files',
  text: (origin) =>
    both(
      `${where(origin)} não existe ou não pode ser lido`,
      `${where(origin)} does not exist or cannot be read`,
    ),
  fix: ({ file = '', variable }) =>
    both(
      `Corrija o caminho em ${variable} (relativo a ${process.cwd()}) ou as permissões:\nls -ld ${toShellWord(file)}`,
      `Correct the path in ${variable} (relative to ${process.cwd()}) or the permissions:\nls -ld ${toShellWord(file)}`,
    ),
};

const MISMATCH: CertificateAdvice = {
  check: 'key',
  text: () =>
    both(
      'a chave privada não pertence ao certificado',
      'the private key does not belong to the certificate',
    ),
  fix: ({ pair }) => {
    const commands = pair
      ? `\nopenssl x509 -in ${toShellWord(pair.cert)} -noout -pubkey | openssl sha256\nopenssl pkey -in ${toShellWord(pair.key)} -pubout | openssl sha256`
      : '';
    return both(
      `Use a chave com que o certificado foi pedido.${pair ? ` As duas linhas devem ser iguais:${commands}` : ''}`,
      `Use the key with which the certificate was requested.${pair ? ` Both lines must be equal:${commands}` : ''}`,
    );
  },
};

/** By the `errorCode` of a `CertificateError`. */
export const certificateAdvice: Readonly<Record<string, CertificateAdvice>> = {
  PIX_CERTIFICATE_NOT_FOUND: ABSENT,
  PIX_CERTIFICATE_UNREADABLE: ABSENT,
  PIX_CERTIFICATE_EMPTY: NO_CONTENT,
  PIX_CERTIFICATE_INVALID: NO_CONTENT,
  PIX_CERTIFICATE_MISSING: NO_CONTENT,
  PIX_CERTIFICATE_KEY_MISSING: NO_CONTENT,
  PIX_CERTIFICATE_PASSPHRASE_MISSING: NO_PASSPHRASE,
  PIX_CERTIFICATE_PASSPHRASE_WRONG: PASSPHRASE,
  PIX_CERTIFICATE_KEY_MISMATCH: MISMATCH,
  PIX_CERTIFICATE_EXPIRED: {
    check: 'dates',
    text: (origin) => both(`${where(origin)} expirou`, `${where(origin)} has expired`),
    fix: () =>
      both(
        `Peça um certificado novo e registre-o no banco:\n${NEW_REQUEST}`,
        `Request a new certificate and register it with the bank:\n${NEW_REQUEST}`,
      ),
  },
  PIX_CERTIFICATE_NOT_YET_VALID: {
    check: 'dates',
    text: (origin) =>
      both(`${where(origin)} ainda não é válido`, `${where(origin)} is not valid yet`),
    fix: () =>
      both(
        'Confira o relógio desta máquina, ou use o certificado anterior até lá:\ndate -u',
        "Check this machine's clock, or use the previous certificate until then:\ndate -u",
      ),
  },
  PIX_CERTIFICATE_UNSUPPORTED: {
    check: 'cipher',
    text: (origin) =>
      both(
        `${where(origin)}: o algoritmo ou o tamanho da chave não é aceito em TLS`,
        `${where(origin)}: the algorithm or key size is not accepted in TLS`,
      ),
    fix: () =>
      both(
        `Peça um certificado com uma chave RSA de 2048 bits:\n${NEW_REQUEST}`,
        `Request a certificate with an RSA key of 2048 bits:\n${NEW_REQUEST}`,
      ),
  },
};
