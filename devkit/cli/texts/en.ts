import { doctorTexts } from './doctor.en.js';
import { errorTexts } from './errors.en.js';
import { probeTexts } from './probe.en.js';
import type { Project, SourceComments } from './project.js';
import { rehearseTexts } from './rehearse.en.js';

const anyFree = 'without it: any free port';
const target = 'Pix key, or rec (recurrences), or cobr (recurring charges)';

/** The texts in English. Each command has an entry: those of its help, and of what it prints. */
export const en = {
  /** Words of Commander's help that differ from its own. */
  words: {} as Readonly<Record<string, string>>,
  /** Commander's messages, and those about options, that differ. */
  messages: [] as readonly (readonly [RegExp, string])[],
  errors: errorTexts,
  json: 'print as JSON',
  program: {
    description: 'Tools of nestjs-pix',
    version: 'print the version',
    help: 'display this help',
    helpCommand: 'display help for a command',
    lang: 'language of help and output (without it: that of the system)',
  },
  account: {
    env: 'file with the variables below (without it: the environment)',
    prefix: 'beginning of the names of the variables, for one of several accounts: PIX_FILIAL_',
    variables: '\nVariables:\n',
  },
  bank: {
    option:
      'folder of the simulated bank, or the address of its console (without it: PIX_SIMULATOR)',
    none: (folder: string) =>
      `there is no simulated bank in ${folder}. Start it with "npx nestjs-pix simulator", or set --bank to its folder (--out) or to the address of its console.`,
    silent: (address: string, reason: string) =>
      `the simulated bank at ${address} does not answer (${reason}). Start it with "npx nestjs-pix simulator", or set --bank.`,
    ended: 'ended',
    noJson: (address: string) =>
      `${address} did not answer with JSON: is it the console of a simulated bank?`,
    token:
      "the address in --bank contains the console's token, and other users of this machine can read arguments. Set the variable instead: export PIX_SIMULATOR='<address>'",
    refused: (reason: string) => `the simulated bank refused: ${reason}`,
  },
  log: {
    option: 'how each call and delivery is printed',
    zone: 'Times are those of Brasília.\n',
    fault: 'injected fault',
    next: (time: string) => `next attempt at ${time}`,
    given: 'given up',
  },
  logs: {
    description: 'Print the latest calls and deliveries of the simulated bank',
    limit: 'how many lines',
    follow: 'continue with each new one, until Ctrl+C',
  },
  pay: {
    description: 'Pay a charge at the simulated bank, as its payer',
    charge: 'txid or Pix Copia e Cola (without it: the latest charge that can be paid)',
    valor: 'another amount, in reais: 30.00; with --force',
    force: "pay what a payer's bank would refuse: again, late, another amount",
    json: 'print the Pix as JSON',
    none: (latest: string) =>
      `no charge can be paid${latest}. Create one, or name one with --force.`,
    paid: (valor: string, txid: string, endToEndId: string) =>
      `R$ ${valor} paid: ${txid}, ${endToEndId}\n`,
  },
  trigger: {
    description: 'Run a scenario at the simulated bank, such as cob/paid-twice',
    scenario: 'id of the scenario (without it: lists them)',
    expired: 'gives a client certificate that has expired; --json prints it',
    faults: (count: number, until: string | undefined) =>
      `active faults: ${count}${until === undefined ? '' : `, until ${until} by the clock of the bank`}`,
  },
  init: {
    description:
      'Add Pix to a Nest application: module, handler, test, .env, checked against the simulated bank',
    folder: 'folder for the sources',
    force: 'replace sources that exist',
    after:
      '\nReads package.json of the working directory. Files that exist are kept; .env and .gitignore get the lines that they lack.\n',
    found: ({ platform, isModule, runner }: Project) =>
      `Nest on ${platform === 'express' ? 'Express' : 'Fastify'}, ${isModule ? 'ES modules' : 'CommonJS'}, ${runner ?? 'no test runner'}\n\n`,
    written: 'written',
    kept: 'kept   ',
    noRunner:
      '\nNo test was written: package.json lists no jest or vitest, or no @nestjs/testing.\n',
    comments: {
      bank: 'The account, from the variables of .env. The test replaces it with a simulated bank.',
      stored: 'store it with the order before the call',
      valor: "decimal text: '37.00'",
      paid: 'Runs once for each Pix, also if the bank repeats its notification.',
      test: 'a simulated bank in this process',
    } satisfies SourceComments as SourceComments,
    next: (folder: string, { isModule, runner }: Project, isSimulated: boolean) => `
Next:

  1. Add PaymentsModule to the imports of AppModule:
     import { PaymentsModule } from '${folder}/pix.module${isModule ? '.js' : ''}';
${runner ? '  2. Run the test: npm test\n' : ''}  ${runner ? 3 : 2}. ${
      isSimulated
        ? `Start the simulated bank, then the application in a second terminal:
     npx nestjs-pix simulator
     npm run start:dev
  ${runner ? 4 : 3}. In a third terminal, register the webhook, create a charge and pay it. The application logs the Pix:
     npx nestjs-pix webhook register --env .env
     curl -d valor=37.00 http://localhost:3000/checkout
     npx nestjs-pix pay

With your bank, replace PIX_PROVIDER, PIX_SIMULATOR, PIX_CHAVE and PIX_WEBHOOK_URL in .env: docs/banks of nestjs-pix has a page for each.
`
        : `.env names the account of a bank. Set PIX_CHAVE to its Pix key if it is absent, and check the account:
     npx nestjs-pix doctor --env .env
`
    }`,
  },
  doctor: {
    description:
      'Check the credentials of an account step by step, with the solution of each problem',
    webhook: 'address of the webhook receiver, instead of PIX_WEBHOOK_URL',
    timeout: 'time limit of each connection',
    json: 'print the result as JSON',
    after:
      '\nIt creates, changes and pays nothing: it sends token requests, reads, and an empty notification to your receiver.\n\nExit codes: 0 no problem, 1 wrong options, 2 a problem\n',
    report: doctorTexts,
  },
  qr: {
    description: 'Draw the QR code of a Pix Copia e Cola text, of a key or of a location',
    text: 'Pix Copia e Cola; "-" reads the standard input',
    chave: 'Pix key of a static code',
    location: 'location of a dynamic code',
    valor: 'amount in reais: 37.00',
    nome: "receiver's name",
    cidade: "receiver's city",
    txid: 'identifier, up to 25 characters',
    descricao: 'text for the payer',
    format: 'format (without it: that of the extension of --out, or terminal)',
    out: 'write to a new file',
    force: 'replace the file if it exists',
    onlyText: 'print the text, without a drawing',
    decode: 'print the fields of the code',
    json: 'with --decode: as JSON',
  },
  cobv: {
    description: 'Print what a due-date charge is worth on each day, by the equations of the BCB',
    file: 'JSON with calendario and valor: a body, or a charge as returned; "-" reads the standard input (without it: the options)',
    options: {
      original: 'amount in reais: 1000.00',
      vencimento: 'due date: 2026-06-10',
      validade: 'days after the due date in which it can be paid (without it: 30)',
      abatimento: 'rebate: 1:100.00 (reais), 2:10.00 (percent)',
      desconto:
        'discount: 3:1.00 (reais a day in advance), 1:2026-06-05=5.00,2026-06-09=3.00 (until dates)',
      multa: 'fine: 1:5.00 (reais), 2:2.00 (percent)',
      juros: 'interest: 3:1.00 (percent a month)',
      from: 'first day (without it: today, or the due date if the charge can be paid no longer)',
      to: 'last day (without it: the last day of payment)',
      municipio: "the payer's municipality, and a file with its holidays: 3550308:days.txt",
    },
    explain: 'print the steps of the first day, with their equations',
    json: 'print as JSON, with the steps of each day',
    after: '\nNational bank holidays are built in. The steps are in Portuguese.\n',
    days: 'days',
    closed: 'cannot be paid',
    dates: (dueDay: string, lastDay: string) =>
      `Late after ${dueDay}; the last day of payment is ${lastDay}.`,
    falls: 'The charge falls to R$ 0.01: the client refuses it without allowOneCent.',
    dispute: 'disputed',
  },
  convert: {
    description:
      'Convert a certificate between PKCS#12 (.p12, .pfx) and PEM, also from old ciphers (RC2, 3DES)',
    file: 'PKCS#12 file; without it, use --cert and --key',
    cert: 'certificate as PEM',
    key: 'private key as PEM',
    out: 'new file: .p12 or .pfx writes PKCS#12; another name writes <name>.pem and <name>.key (without it: the name of the file that is read, in the other format)',
    force: 'replace the files if they exist',
    after:
      '\nThe passphrase comes from the variable PIX_PASSPHRASE, or is asked for on the terminal. A new PKCS#12 file gets the same passphrase. The key as PEM has none: only the owner of the file can read it.\n',
    passphrase: 'Passphrase of the PKCS#12 file or the key: ',
    validUntil: 'valid until',
  },
  webhook: {
    description: 'Register, list and delete the webhooks of an account',
    register: {
      description: 'Register the address that receives notifications, and verify the registration',
      target: `${target} (without it: PIX_CHAVE)`,
      url: 'https address, without the suffix of the bank (without it: PIX_WEBHOOK_URL)',
      mtls: "accept an address without a secret: the receiver checks the bank's certificate",
      noMtls: 'ask a bank that tests it, as Efí does, not to check the receiver for mutual TLS',
      after:
        '\nThe secret of PIX_WEBHOOK_SECRET is added to the address as hmac, so that it is not in the history of the terminal.\n',
      done: (address: string) => `Registered. The bank sends notifications to ${address}\n`,
      unverified: (address: string) =>
        `warning: the sandbox accepted the registration and returns another address: ${address}. A sandbox may answer with an example, so the registration cannot be verified there.\n`,
    },
    list: {
      description: 'List the registered addresses, without the values of their parameters',
      target: `${target} (without it: all keys)`,
      none: 'No webhook is registered.\n',
    },
    delete: {
      description: 'Delete a registration: notifications stop',
      target,
      done: 'Deleted. Notifications stop.\n',
    },
  },
  reconcile: {
    description: 'Compare the Pix received in a period with your orders; only reads',
    from: 'first day (2026-11-01), or RFC 3339 instant',
    to: 'last day, inclusive, or RFC 3339 instant (without it: now)',
    orders:
      'orders: CSV with the columns txid and valor, JSON, or one txid per line; "-" reads the standard input (without it: only totals)',
    after:
      '\nDays are those of the time of Brasília. CPF and CNPJ are masked.\n\nExit codes: 0 everything matches (a list of only txids compares no amounts), 1 wrong options, 2 there are differences, 3 the bank did not answer\n',
    statuses: {
      paid: 'paid',
      received: 'received, amount not compared',
      unpaid: 'unpaid',
      'wrong-amount': 'wrong amount',
      duplicate: 'duplicate',
      refunded: 'refunded',
    },
    period: 'Period',
    received: 'Received',
    refunded: 'Refunded',
    expected: 'expected',
    unknown: 'no order',
  },
  simulator: {
    description: 'Run a simulated Pix provider: mutual TLS, OAuth 2.0, charges, payments, webhooks',
    json: 'print one line of JSON when ready, for a parent process; no log',
    port: 'port to listen on; 0 for any free port',
    host: 'address to listen on',
    out: 'folder for the certificates and credentials',
    name: 'further host names or addresses for the server certificates',
    state: 'folder to persist the state in; a later start continues from it',
    consolePort: `port of the web console (${anyFree})`,
    consoleHost:
      'address that the console listens on (without it: 127.0.0.1); 0.0.0.0 in a container',
    applicationUrl:
      'address of a record in your application, to which the console links: http://localhost:3000/pix/{id}',
    noConsole: 'do not open a web console',
    locationPort: `port of the payload locations (${anyFree})`,
    clientId: 'client identifier (without it: pix-simulator)',
    clientSecretFile:
      'file with the client secret (without it: SIMULATOR_CLIENT_SECRET, or a random one)',
    noClientSecret: 'register the client without a secret',
    clientKey: 'key of the client certificate: RSA of 2048 bits as banks issue, or P-256',
    noRateLimits: 'do not limit calls and tokens as the provider does',
    chave: "the receiver's Pix keys (without it: any key)",
    sandboxTokenFile:
      'also serve a sandbox without mutual TLS for the token in this file (or in SIMULATOR_SANDBOX_TOKEN)',
    sandboxPort: `port of the sandbox (${anyFree})`,
    quirks: 'provider to simulate, with its differences from the specification',
    rules:
      'rules of Pix Automático: those of the network, or only those of the specification (without it: network)',
    hostile: 'habits of real banks that a client must withstand',
    ready: {
      title: 'Pix simulator is ready.',
      control: 'Control ',
      client: 'Client  ',
      secret: 'Secret  ',
      none: 'none',
      secretIn: (file: string) => `in ${file}`,
      disputed: 'Disputed',
      noSecret: 'none; the certificate identifies the client',
      files: (folder: string) => `Files in ${folder}`,
      ca: "trust it: it signed the simulator's certificate",
      pair: 'present them: every connection is mutual TLS',
      p12: (passphrase: string) => `the same pair as PKCS#12, passphrase "${passphrase}"`,
      webhook: 'a server certificate that the simulator trusts, for your webhook listener',
      json: 'addresses and credentials, for programs',
      module: 'Use it in NestJS',
      examples: 'Try it',
      token: 'A token',
      charge: 'A charge',
      payment: 'Its payment',
      end: 'Ctrl+C stops it.',
      keys: 'Keys: o opens the console, p pays the latest charge, q stops the bank.',
    },
  },
  rehearse: rehearseTexts,
  probe: {
    description: 'Compare a bank with the Pix specification, and draft a provider profile',
    readOnly: 'send only GET and token requests',
    yes: 'allow charges of R$ 0.01 in production',
    json: 'print the report as JSON',
    markdown: 'print the report as Markdown',
    draft: 'also write the draft of the profile to a file',
    force: 'replace the file if it exists',
    timeout: 'time limit of a request',
    pause: 'pause before each request',
    after: '\nExit codes: 0 report complete, 1 wrong options, 2 no connection, 3 no token\n',
    report: probeTexts,
  },
};

/** All texts of the commands in one language. */
export type Texts = typeof en;
