import { providerOperations } from '../../lib/contract/index.js';
import { pixVariables, pixWebhookVariables } from '../../lib/nest/index.js';
import type { PixProvider } from '../../lib/providers/index.js';
import { code } from '../support/markdown.js';

/** The way from the credentials of a bank to a payment of 0.01. */
const TEXTS = {
  en: {
    rehearse:
      "Rehearse without an account. The command prints calls with curl that request a token, create a charge and pay it; `provider: 'simulator'` connects your application to it.",
    variables: 'With the credentials of the sandbox, write `.env`:',
    check: 'Check each part of the connection, then register the receiver of notifications:',
    automatic: ({ from, to }: Range) =>
      `The sandbox pays charges of ${from} to ${to} automatically.`,
    pay: (call: string) => `In the sandbox, ${call} pays a charge and returns it.`,
    production: (environment: string) =>
      `In production, remove ${environment}, set the credentials of production, create a charge of 0.01 and pay it from an account at another bank.`,
    noSandbox: 'With the credentials of the bank, write `.env`:',
  },
  pt: {
    rehearse:
      "Ensaie sem uma conta. O comando mostra chamadas com curl que pedem um token, criam uma cobrança e a pagam; `provider: 'simulator'` conecta a sua aplicação a ele.",
    variables: 'Com as credenciais do sandbox, escreva o `.env`:',
    check: 'Confira cada parte da conexão e cadastre o receptor das notificações:',
    automatic: ({ from, to }: Range) =>
      `O sandbox paga automaticamente cobranças de ${from} a ${to}.`,
    pay: (call: string) => `No sandbox, ${call} paga uma cobrança e a devolve.`,
    production: (environment: string) =>
      `Em produção, remova ${environment}, defina as credenciais de produção, crie uma cobrança de 0.01 e pague-a de uma conta em outro banco.`,
    noSandbox: 'Com as credenciais do banco, escreva o `.env`:',
  },
};

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
    block('sh', [`npx nestjs-pix simulator --quirks ${name}`]),
    sandbox ? texts.variables : texts.noSandbox,
    block('ini', listVariables(provider)),
    texts.check,
    block('sh', [
      'npx nestjs-pix doctor --env .env',
      `npx nestjs-pix webhook register --env .env${skipsTest ? ' --no-mtls' : ''}`,
    ]),
    ...(autoPay ? [texts.automatic(autoPay)] : []),
    ...(payment
      ? [
          texts.pay(
            code(`pix.sandbox.pay(txid${payment.ownToken === undefined ? '' : ', { token }'})`),
          ),
        ]
      : []),
    texts.production(code(`${pixVariables.environment.name}=sandbox`)),
  ].join('\n\n');
}

function listVariables({ name, sandbox, mutualTls, server, appKeyQuery }: PixProvider): string[] {
  const hasToken = sandbox?.mode === 'fixed-token';
  const hasSecret = server?.token?.noSecret !== true;
  const hasCertificate = !hasToken && (sandbox?.mutualTls ?? mutualTls ?? false);
  const line = (variable: { readonly name: string }, value = '…') => `${variable.name}=${value}`;
  return [
    line(pixVariables.provider, name),
    ...(sandbox ? [line(pixVariables.environment, 'sandbox')] : []),
    line(pixVariables.clientId),
    ...(hasToken ? [line(pixVariables.sandboxToken)] : []),
    ...(hasSecret && !hasToken ? [line(pixVariables.clientSecret)] : []),
    ...(hasCertificate
      ? [line(pixVariables.cert, `./${name}.pem`), line(pixVariables.key, `./${name}.key`)]
      : []),
    ...(appKeyQuery === undefined ? [] : [line(pixVariables.appKey)]),
    line(pixVariables.chave),
    line(pixWebhookVariables.url, 'https://loja.example.com/webhooks/pix'),
    line(pixWebhookVariables.secret),
  ];
}

function block(language: string, lines: readonly string[]): string {
  return ['```' + language, ...lines, '```'].join('\n');
}
