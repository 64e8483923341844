/** Why a command ends, in English. Reasons that come from the library, a file or the bank are in their own language. */
export const errorTexts = {
  interrupted: 'interrupted.',
  noPassphrase: 'no passphrase was entered.',
  setPassphrase: (variable: string) =>
    `set the passphrase in the variable ${variable}, or run the command in a terminal.`,
  unreadable: (file: string, code: string, option: string) =>
    `cannot read ${file} (${code}). Choose another file with ${option}.`,
  unwritable: (file: string, code: string, option: string) =>
    `cannot write ${file} (${code}). Choose another file with ${option}.`,
  exists: (file: string, option: string) =>
    `${file} exists. Choose another file with ${option}, or replace it with --force.`,

  doctor: (reason: string, command: string) =>
    `${reason} To check the account step by step: ${command}`,
  outcomeUnknown: (reason: string) =>
    `${reason} The outcome is unknown: it may have taken effect. Read it before you repeat the command.`,
  noDatabase: 'DATABASE_URL is missing: the address of the PostgreSQL of the ledger.',
  noPg: 'The package pg is missing: npm install pg.',
  noTables:
    'The tables of the ledger are missing: call migrate() of its store, or name them with --schema and --table.',
  noLedgerName:
    'with --prefix, set --name too: the account of the ledger, which is the name of its PixModule.',
  emptyLedger: (name: string) =>
    `the ledger of ${name} has no charges and payments. Set --name to the account of the application's PixLedgerModule.`,
  databaseRefused: (code: string) => `the database refused (${code}).`,
  databaseSilent: (code: string) => `the database did not answer (${code}).`,

  png: 'set --out for a PNG: it is not text.',
  alreadyInText: (options: string) => `${options}: omit what the text already contains.`,
  noCode: 'set a Pix Copia e Cola text, --chave or --location.',
  noReceiver: 'set --nome and --cidade: every code contains the name and city of the receiver.',
  pkcs12OrPem: 'set a PKCS#12 file, or --cert and --key, and not both.',

  period: (most: number) => `set --from and --to to a period of 1 to ${most} days.`,
  noCharge: 'the charge must be a JSON object with calendario and valor.',
  chargeOptions: 'name a file, or set --original and --vencimento.',
  example: (option: string, example: string) => `${option} must be such as ${example}.`,
  days: '--from and --to must be days: 2026-06-10.',

  order: '--from must be before --to and before now.',
  instant: (option: string) =>
    `${option} must be a day such as 2026-11-01, or an RFC 3339 instant.`,
  noOrder: 'the file of --orders has no order.',
  ordersJson: 'the JSON of --orders must be a list of txids, or of objects with txid and valor.',
  ordersCsv: (row: number, reason: string) =>
    `the CSV of --orders is not valid in row ${row}: ${reason}.`,
  noValorColumn:
    'line 1 of --orders: the header has no column valor, so that amounts cannot be compared. Name the column of the amounts valor, or remove the header from a list of txids.',
  orderTxid: (row: number) => `row ${row} of --orders: txid must be 1 to 35 letters or digits.`,
  orderValor: (row: number) => `row ${row} of --orders: valor must be text such as 37.00 or 37,00.`,
  orderTwice: (txid: string) => `--orders contains the txid ${txid} twice.`,

  noNest:
    'package.json of this folder lists no Nest application (@nestjs/core with @nestjs/platform-express or @nestjs/platform-fastify). Run the command in the folder of yours, or create one: npx @nestjs/cli new shop',
  manifest: 'package.json of this folder is not JSON.',

  noUrl: 'the address is not a URL: it must begin with https://',
  noHttps: 'the address must begin with https://',
  hasCredentials: 'the address must not contain credentials: banks do not send them',
  hasFragment: 'the address must not contain a fragment (#…): it is never sent',
  hasSuffix: (kind: string) =>
    `the address must not end in /${kind}/${kind}: the bank appends /${kind} itself`,
  otherAddress: (address: string) =>
    `the bank accepted the registration, and returns another address: ${address}. Check it with nestjs-pix webhook list.`,
  noKey: (variable: string) => `set the Pix key as argument, or ${variable}.`,
  noAddress: (variable: string) => `set the address as argument, or ${variable}.`,
  hmacArgument: (secret: string, address: string) =>
    `the parameter hmac of an address is a secret, and other users of this machine can read arguments. Set ${secret} instead, or the whole address as ${address}.`,
  noHmac: (variable: string) =>
    `the address has no parameter hmac, so that anyone could send notifications. Set ${variable}, or --mtls if the receiver checks the bank's certificate.`,

  certificateVariables: (reason: string, variables: string) =>
    `${reason} The variables are ${variables}.`,
  noBank: (base: string, token: string, provider: string) =>
    `set ${base} and ${token}, or ${provider}, in the environment or in the file of --env.`,
  noTokenUrl: (tokenUrl: string, sandboxToken: string, environment: string) =>
    `set ${tokenUrl}; a sandbox with a fixed token needs ${sandboxToken} and ${environment}=sandbox instead.`,
  set: (variable: string) => `set ${variable}.`,
  production: (environment: string) =>
    `this is production: the probe would create and remove two charges of R$ 0.01 and a webhook. Use --read-only to send only reads, --yes to continue, or set ${environment}=sandbox for a sandbox.`,
  noToken: (variables: string) =>
    `the bank issued no token. Check ${variables} and the certificate.`,
  noConnection: (variables: string) =>
    `there is no connection to the bank. Check ${variables}, the certificate, and that a firewall or VPN allows the connection.`,

  noHost: (host: string, option: string) =>
    `${host} is not an address of this machine. Choose another with ${option}.`,
  state: (folder: string, reason: string) =>
    `cannot write the state to ${folder} (${reason}). Choose another folder with --state.`,
  portAccess: (port: number, host: string, option: string) =>
    `this user may not listen on port ${port} of ${host}: choose another with ${option}, above 1023.`,
  portTaken: (port: number, host: string, option: string) =>
    `port ${port} of ${host} is already in use. Stop what uses it, or choose another with ${option}.`,
  damaged: (path: string) => `${path} is damaged. Remove it to get new certificates.`,
  foreign: (path: string) => `${path} is of no simulated bank. Choose another folder with --out.`,
  folder: (folder: string, reason: string) =>
    `cannot write to the folder ${folder} (${reason}). Choose another with --out.`,
  /** Reasons of the system, by code. */
  reasons: {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOTDIR: 'a part of the path is a file',
    EEXIST: 'a file of that name exists',
    ENOSPC: 'no space left',
  } as Readonly<Record<string, string>>,
};

export type ErrorTexts = typeof errorTexts;

/** Chooses a text in the language of the user. */
export type Say = (texts: ErrorTexts) => string;
