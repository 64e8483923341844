import { providerOperations } from '../../lib/contract/index.js';
import { pixVariables, pixWebhookVariables } from '../../lib/nest/index.js';
import type { PixProvider } from '../../lib/providers/index.js';
import { code } from '../support/markdown.js';

/** Returns the address of a page, from those of the banks. */
const toPage = (path: string) => `${path}.md`;

/** The way from the credentials of a bank to a payment of 0.01. */
const TEXTS = {
  en: {
    rehearse:
      'Rehearse without an account. The simulated bank is in `nestjs-pix-devkit`, a development dependency. The last command prints calls with curl that request a token, create a charge and pay it. With `PIX_PROVIDER=simulator`, `PIX_SIMULATOR=./pix-certs` and `PIX_CHAVE=loja@example.com`, your application calls it, and `npx nestjs-pix pay` pays the latest charge.',
    convert:
      'Write the certificate of the sandbox and its key to the files that `.env` names. The passphrase comes from `PIX_PASSPHRASE`, or the command asks for it:',
    copy: ({ name }: PixProvider) =>
      `Copy the certificate of the sandbox to \`${name}.pem\` and its key to \`${name}.key\`.`,
    variables: 'With the credentials of the sandbox, write `.env`:',
    check: 'Check each part of the connection, then register the receiver of notifications:',
    receiver: `The address must be public, with a [certificate that the bank accepts](${toPage('index')}#certificate-of-the-receiver); on your machine, a [tunnel](${toPage('../guide/webhooks')}#on-your-machine) gives you one. Then [create a charge](${toPage('index')}#from-an-account-to-the-first-cent).`,
    automatic: ({ from, to }: Range) =>
      `The sandbox pays charges of ${from} to ${to} automatically.`,
    pay: (call: string) => `In the sandbox, ${call} pays a charge and returns it.`,
    production: (removed: string, added: string) =>
      `In production, remove ${removed}, set the credentials of production${added === '' ? '' : `, add ${added}`}, create a charge of 0.01 and pay it from an account at another bank.`,
    noSandbox: 'With the credentials of the bank, write `.env`:',
  },
  pt: {
    rehearse:
      'Ensaie sem uma conta. O banco simulado está no `nestjs-pix-devkit`, uma dependência de desenvolvimento. O último comando mostra chamadas com curl que pedem um token, criam uma cobrança e a pagam. Com `PIX_PROVIDER=simulator`, `PIX_SIMULATOR=./pix-certs` e `PIX_CHAVE=loja@example.com`, a sua aplicação o chama, e `npx nestjs-pix pay` paga a cobrança mais recente.',
    convert:
      'Grave o certificado do sandbox e a chave dele nos arquivos que o `.env` cita. A senha vem de `PIX_PASSPHRASE`, ou o comando a pergunta:',
    copy: ({ name }: PixProvider) =>
      `Copie o certificado do sandbox para \`${name}.pem\` e a chave dele para \`${name}.key\`.`,
    variables: 'Com as credenciais do sandbox, escreva o `.env`:',
    check: 'Confira cada parte da conexão e cadastre o receptor das notificações:',
    receiver: `O endereço precisa ser público, com um [certificado que o banco aceite](${toPage('index')}#certificado-do-receptor); na sua máquina, um [túnel](${toPage('../guide/webhooks')}#na-sua-máquina) dá um a você. Depois, [crie uma cobrança](${toPage('index')}#da-conta-ao-primeiro-centavo).`,
    automatic: ({ from, to }: Range) =>
      `O sandbox paga automaticamente cobranças de ${from} a ${to}.`,
    pay: (call: string) => `No sandbox, ${call} paga uma cobrança e a devolve.`,
    production: (removed: string, added: string) =>
      `Em produção, remova ${removed}, defina as credenciais de produção${added === '' ? '' : `, acrescente ${added}`}, crie uma cobrança de 0.01 e pague-a de uma conta em outro banco.`,
    noSandbox: 'Com as credenciais do banco, escreva o `.env`:',
  },
};

/** Banks that give certificate and key as separate files. From the others, or from an authority, comes one of PKCS#12. */
const PEM_BANKS: readonly string[] = ['sicredi', 'inter', 'itau', 'c6', 'pagbank', 'cielo'];

const INSTALL = [
  'npm install nestjs-pix @nestjs/axios axios class-validator class-transformer',
  'npm install --save-dev nestjs-pix-devkit',
];

type Range = NonNullable<NonNullable<PixProvider['server']>['autoPay']>;

/** Returns the commands and variables that lead to the first payment at a bank. */
export function bankSteps(provider: PixProvider, language: keyof typeof TEXTS): string {
  const texts = TEXTS[language];
  const { name, sandbox, server } = provider;
  const skipsTest = server?.webhook?.testCall !== undefined;
  const payment = providerOperations.find(
    ({ id, providers = [] }) => providers.includes(name) && /\.pay(Cob|BrCode)$/.test(id),
  );
  const autoPay = server?.autoPay;
  return [
    texts.rehearse,
    block('sh', [...INSTALL, `npx nestjs-pix simulator --quirks ${name}`]),
    ...(hasCertificate(provider) ? describeCertificate(provider, language) : []),
    sandbox ? texts.variables : texts.noSandbox,
    block('ini', listVariables(provider)),
    texts.check,
    block('sh', [
      'npx nestjs-pix doctor --env .env',
      `npx nestjs-pix webhook register --env .env${skipsTest ? ' --no-mtls' : ''}`,
    ]),
    texts.receiver,
    ...(autoPay ? [texts.automatic(autoPay)] : []),
    ...(payment
      ? [
          texts.pay(
            code(`pix.sandbox.pay(txid${payment.ownToken === undefined ? '' : ', { token }'})`),
          ),
        ]
      : []),
    texts.production(
      [
        `${pixVariables.environment.name}=sandbox`,
        ...(hasToken(provider) ? [pixVariables.sandboxToken.name] : []),
      ]
        .map(code)
        .join(', '),
      hasCertificate(provider)
        ? ''
        : [pixVariables.cert, pixVariables.key].map((variable) => code(variable.name)).join(', '),
    ),
  ].join('\n\n');
}

/** Whether the sandbox requires a certificate, or production if there is no sandbox. */
function hasCertificate(provider: PixProvider): boolean {
  const { sandbox, mutualTls = false } = provider;
  return !hasToken(provider) && (sandbox?.mutualTls ?? mutualTls);
}

function hasToken({ sandbox }: PixProvider): boolean {
  return sandbox?.mode === 'fixed-token';
}

function describeCertificate(provider: PixProvider, language: keyof typeof TEXTS): string[] {
  const { convert, copy } = TEXTS[language];
  if (PEM_BANKS.includes(provider.name)) return [copy(provider)];
  return [convert, block('sh', [`npx nestjs-pix convert-p12 ${provider.name}.p12`])];
}

function listVariables(provider: PixProvider): string[] {
  const { name, sandbox, server, appKeyQuery } = provider;
  const hasSecret = server?.token?.noSecret !== true;
  const line = (variable: { readonly name: string }, value = '…') => `${variable.name}=${value}`;
  return [
    line(pixVariables.provider, name),
    ...(sandbox ? [line(pixVariables.environment, 'sandbox')] : []),
    line(pixVariables.clientId),
    ...(hasToken(provider) ? [line(pixVariables.sandboxToken)] : []),
    ...(hasSecret && !hasToken(provider) ? [line(pixVariables.clientSecret)] : []),
    ...(hasCertificate(provider)
      ? [line(pixVariables.cert, `./${name}.pem`), line(pixVariables.key, `./${name}.key`)]
      : []),
    ...(appKeyQuery === undefined ? [] : [line(pixVariables.appKey)]),
    line(pixVariables.chave),
    line(pixWebhookVariables.webhookUrl, 'https://loja.example.com/webhooks/pix'),
    line(pixWebhookVariables.webhookSecret),
  ];
}

function block(language: string, lines: readonly string[]): string {
  return ['```' + language, ...lines, '```'].join('\n');
}
