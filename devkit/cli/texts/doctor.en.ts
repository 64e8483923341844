// What `doctor` prints, in English, and the types of its texts.
import type { pixClientVariables, pixVariables, pixWebhookVariables } from 'nestjs-pix/internal';
import { errorTexts, type Say } from './errors.en.js';

type AccountVariable =
  keyof typeof pixVariables | keyof typeof pixClientVariables | keyof typeof pixWebhookVariables;

/** How the texts of a report name the variables of the selected account, and the commands for it. */
export interface AccountNames {
  /** Names of variables: `PIX_LOJA_CLIENT_ID`. */
  readonly v: Readonly<Record<AccountVariable, string>>;
  /** Completes a command so that it can be run as it is printed: `webhook register`. */
  readonly run: (command: string) => string;
  /** A line with the command that compares the bank; empty with another prefix, which `probe` does not read. */
  readonly probe: string;
}

/** Where a connection failed, as the texts of its failures show it. */
export interface Place {
  readonly host: string;
  readonly port: number;
  /** Host and port. */
  readonly server: string;
  /** The command that shows the chain of certificates. */
  readonly showChain: string;
  /** Host and port of the proxy, or the variable without one. */
  readonly proxy: string;
  readonly proxyName: string;
  /** The proxy with a user and a password to fill in. */
  readonly address: string;
  readonly hasUser: boolean;
  /** The command that shows what the proxy answers, without user and password. */
  readonly tryProxy: string;
}

export const NEW_REQUEST =
  'openssl req -new -newkey rsa:2048 -nodes -keyout pix.key -out pix.csr -subj "/CN=pix"';

/** The findings of `nestjs-pix doctor`, with the variables and commands of the examined account. */
export const doctorTexts = ({ v, run, probe }: AccountNames) => {
  const clientFix = `Check in the bank's portal that this certificate is registered in this environment (${v.environment}); its fingerprint (SHA-256) is above. If it is, ask the bank whether this machine's IP address is allowed.`;
  const tokenAddress = `Correct ${v.tokenUrl}, or remove it to use the address of the profile of ${v.provider}.`;
  return {
    v,
    checks: {
      variables: 'Variables',
      files: 'Certificate files',
      key: 'Key of the certificate',
      chain: 'Chain of the certificate',
      dates: 'Validity of the certificate',
      cipher: 'Cipher of the file',
      ca: 'Authority of the server',
      proxy: 'Egress proxy',
      dns: 'Name of the server (DNS)',
      port: 'Port of the server',
      tls: 'TLS connection',
      token: 'Token',
      scopes: 'Granted scopes',
      clock: 'Clock',
      api: 'API call',
      webhook: 'Webhook address',
    },
    healthy: 'No problem.',
    summary: (problems: number, warnings: number) =>
      `Problems: ${problems}. Warnings: ${warnings}.`,
    prevented: 'not checked because of the problem above',
    unfinished: (message: string) => ({
      text: `the check did not finish: ${message}`,
      fix: 'If the message does not show the cause, report the problem with this output:\nhttps://github.com/nestjs-pix/nestjs-pix/issues',
    }),

    variables: {
      complete: 'complete',
      invalidKey: {
        text: `${v.chave} is not a Pix key`,
        fix: `Correct the key: CPF, CNPJ, email address, telephone number with +55 or random key:\n${v.chave}=loja@example.com`,
      },
      misspelt: (name: string, meant: string) => ({
        text: `nothing reads the variable ${name}; ${meant} may be meant`,
        fix: `Correct the name:\n${meant}=…`,
      }),
      disputed: (bank: string, fact: string, alternative: string, set: string) => ({
        text: `the sources disagree about ${fact} of ${bank}`,
        fix: `If the checks below or calls fail, use the alternative: ${alternative}. Set ${set}.`,
      }),
      outdated: (bank: string, facts: string) => ({
        text: `nobody has read a source of ${facts} of ${bank} for a year`,
        fix: 'Compare them with the documentation of the bank, or update nestjs-pix.',
      }),
      invalid: (message: string) => ({
        text: message,
        fix: `docs/configuration.md has the table of the variables:\n${run('doctor --help')}`,
      }),
    },

    certificate: {
      unused: `not used: ${v.mutualTls}=false`,
      none: 'no certificate configured',
      publicAuthorities: 'the public authorities of Node.js',
      authorities: (count: number) => `certificates in ${v.ca}: ${count}`,
      opened: (subject: string, fingerprint: string) =>
        `opened: ${subject}; SHA-256 ${fingerprint}`,
      keyBelongs: 'belongs to the certificate',
      sent: (count: number) => `certificates sent: ${count}`,
      alone: (issuer: string) =>
        `only the certificate is sent; the bank must know its issuer (${issuer})`,
      validUntil: (day: string, left: number) => `valid until ${day} (days: ${left})`,
      expiresSoon: (day: string, left: number) => ({
        text: `expires on ${day} (days: ${left})`,
        fix: 'Request the next certificate from the bank now. The application changes the files without a restart.',
      }),
      currentCipher: 'current',
      legacyCipher: (names: string, file = '<file>') => ({
        text: `${names}: this library reads the file, but OpenSSL 3 and curl refuse it`,
        fix: `Convert the file:\nnpx nestjs-pix convert-p12 ${file} --out certificate.p12`,
      }),
      otherContent: (where: string) =>
        `${where} does not contain what the variable requires (certificate, key or PKCS#12)`,
      useContent: (variable: string) =>
        `Use the path of the file, or its content in base64, encoded only once:\n${variable}=$(base64 -w0 <file>)`,
      lookAt: (file: string) =>
        `Look at the first line of the file, and download it from the bank again if it is not the expected one:\nhead -c 40 ${file}`,
      pemAsPfx: (where: string, file = '<certificate>') => ({
        text: `${where} is PEM, not PKCS#12`,
        fix: `Use the variables of PEM instead of ${v.pfx}:\n${v.cert}=${file}\n${v.key}=<file of the key>`,
      }),
      isKey: (where: string) => `${where} is a private key, not a certificate`,
      isCertificate: (where: string) => `${where} is a certificate, not a private key`,
      swapped: (pair?: { readonly cert: string; readonly key: string }) =>
        `${v.cert} is the certificate, and ${v.key} is the private key${pair ? `. If they are swapped:\n${v.cert}=${pair.key}\n${v.key}=${pair.cert}` : '; check that they are not swapped.'}`,
      wrongPassphrase: (where: string) =>
        `${where} does not open with the passphrase in ${v.passphrase}`,
      correctPassphrase: (variable: string) =>
        `Correct ${v.passphrase}: it is the passphrase of the file whose content is in ${variable}.`,
      testPassphrase: (test: string) => `Correct ${v.passphrase}. To test the passphrase:\n${test}`,
      noPassphrase: (where: string) => ({
        text: `${where} has a passphrase, and ${v.passphrase} is empty`,
        fix: `Set ${v.passphrase} to the passphrase with which the file was exported.`,
      }),
      absent: (where: string, variable: string, file: string) => ({
        text: `${where} does not exist or cannot be read`,
        fix: `Correct the path in ${variable} (relative to ${process.cwd()}) or the permissions:\nls -ld ${file}`,
      }),
      mismatch: (commands: string) => ({
        text: 'the private key does not belong to the certificate',
        fix: `Use the key with which the certificate was requested.${commands === '' ? '' : ` Both lines must be equal:\n${commands}`}`,
      }),
      expired: (where: string) => ({
        text: `${where} has expired`,
        fix: `Request a new certificate and register it with the bank:\n${NEW_REQUEST}`,
      }),
      notYetValid: (where: string) => ({
        text: `${where} is not valid yet`,
        fix: "Check this machine's clock, or use the previous certificate until then:\ndate -u",
      }),
      unsupported: (where: string) => ({
        text: `${where}: the algorithm or key size is not accepted in TLS`,
        fix: `Request a certificate with an RSA key of 2048 bits:\n${NEW_REQUEST}`,
      }),
    },

    connection: {
      direct: `direct connection, without ${v.proxy}`,
      byProxy: 'done by the proxy',
      opens: (proxy: string, server: string) => `${proxy} opens the connection to ${server}`,
      needsCertificates: 'only with certificates that can be read',
      expiresSoon: (host: string, days: number) => ({
        text: `the certificate of ${host} expires in ${days} days`,
        fix: 'Contact the operator of that server.',
      }),
      unknownName: ({ host }: Place) => ({
        text: `the name ${host} does not exist`,
        fix: `Correct the address (${v.baseUrl}, ${v.tokenUrl}) or the name servers of this machine:\nnslookup ${host}`,
      }),
      silentPort: ({ host, port }: Place) => ({
        text: `nothing answers at port ${port} of ${host}`,
        fix: `Check the address, and that a firewall or VPN allows the connection:\nnc -vz ${host} ${port}`,
      }),
      unknownAuthority: ({ host, showChain }: Place) => ({
        text: `the certificate of ${host} is from an unknown authority`,
        fix: `Set ${v.ca} to the certificate of the authority, which the bank publishes. The chain that the server sends:\n${showChain}`,
      }),
      noIntermediate: ({ host, showChain }: Place) => ({
        text: `the chain of ${host} is incomplete: the intermediate certificate is missing`,
        fix: `Add the intermediate certificate, which the bank publishes, to ${v.ca}. The chain that the server sends:\n${showChain}`,
      }),
      wrongDate: ({ host }: Place) => ({
        text: `the certificate of ${host} is not valid on this date`,
        fix: "Check this machine's clock; if it is right, contact the bank:\ndate -u",
      }),
      otherName: ({ host, showChain }: Place) => ({
        text: `the certificate does not belong to ${host}`,
        fix: `Check the address, and whether a proxy intercepts the connection:\n${showChain}`,
      }),
      refusesClient: ({ host }: Place) => ({
        text: `${host} refuses the client certificate, or requires one`,
        fix: clientFix,
      }),
      noTls: ({ host, port, showChain }: Place) => ({
        text: `${host}:${port} does not accept TLS 1.2 or 1.3`,
        fix: `Check address and port:\n${showChain}`,
      }),
    },

    proxy: {
      unknownName: ({ proxy, proxyName }: Place) => ({
        text: `the name of the proxy ${proxy} does not exist`,
        fix: `Correct ${v.proxy} or the name servers of this machine:\nnslookup ${proxyName}`,
      }),
      silent: ({ proxy, tryProxy }: Place) => ({
        text: `the proxy ${proxy} does not answer`,
        fix: `Check the address in ${v.proxy}:\n${tryProxy}`,
      }),
      broken: ({ proxy, tryProxy }: Place) => ({
        text: `the connection to the proxy ${proxy} fails`,
        fix: `A proxy with https:// needs a certificate that Node.js trusts (NODE_EXTRA_CA_CERTS). Check the address in ${v.proxy}:\n${tryProxy}`,
      }),
      credentials: ({ proxy, address, hasUser }: Place) => ({
        text: hasUser
          ? `the proxy ${proxy} refuses the user or the password`
          : `the proxy ${proxy} requires a user and a password`,
        fix: `Set both in ${v.proxy}, with special characters encoded (@ is %40):\n${v.proxy}=${address}`,
      }),
      refused: ({ proxy, server, tryProxy }: Place) => ({
        text: `the proxy ${proxy} refuses the connection to ${server}`,
        fix: `Ask the operator of the proxy to allow CONNECT to ${server}:\n${tryProxy}`,
      }),
      unreachable: ({ proxy, server, tryProxy }: Place) => ({
        text: `the proxy ${proxy} cannot reach ${server}`,
        fix: `Check the address (${v.baseUrl}, ${v.tokenUrl}), and ask the operator of the proxy:\n${tryProxy}`,
      }),
    },

    token: {
      fixed: 'this sandbox uses a fixed token',
      issued: (host: string) => `issued by ${host}`,
      accepted: 'the bank accepts the credentials',
      credentials: {
        text: `the bank refuses ${v.clientId} or ${v.clientSecret}`,
        fix: `Copy both again from the bank's portal, those of the right environment, and do not swap them:\n${v.clientId}=…\n${v.clientSecret}=…\n${v.environment}=production or sandbox`,
      },
      access: {
        text: 'the bank denies the access',
        fix: "Ask the bank whether the certificate and this machine's IP address are registered for this client.",
      },
      noEndpoint: { text: `there is no token endpoint at ${v.tokenUrl}`, fix: tokenAddress },
      limit: {
        text: 'the bank limits token requests',
        fix: 'Wait for a minute and repeat the command.',
      },
      certificate: { text: 'the bank requires another client certificate', fix: clientFix },
      page: {
        text: `${v.tokenUrl} answers with a web page, not with a token`,
        fix: `Correct ${v.tokenUrl}. If it is right, a firewall or the bank's maintenance page answers: repeat later, and ask the bank whether this machine's IP address is allowed.`,
      },
      empty: { text: `the response of ${v.tokenUrl} has no access_token`, fix: tokenAddress },
      outage: {
        text: "the bank's token service fails",
        fix: 'Repeat the command in a few minutes. If it persists, contact the bank.',
      },
      other: {
        text: 'the bank issued no token, for a reason that the response does not show',
        fix: `Repeat the command. If it persists, compare the bank with its profile and contact the bank:${probe}`,
      },
      silence: (host: string, timeout: number) => ({
        text: `${host} accepts the connection, but did not answer the token request within ${timeout} s`,
        fix: `Repeat with a longer limit. If it persists, contact the bank:\n${run('doctor --timeout 30')}`,
      }),
      reset: (host: string, code: string) => ({
        text: `${host} breaks the connection when it receives the token request (${code})`,
        fix: `The connection itself is accepted, with this certificate. Check ${v.tokenUrl}, repeat the command, and ask the bank whether a firewall refuses this machine's IP address.`,
      }),
      unreadable: (message: string) => ({
        text: `the response of ${v.tokenUrl} cannot be read: ${message}`,
        fix: tokenAddress,
      }),
    },

    scopes: {
      unstated: 'the bank does not state which scopes it granted',
      set: (requested: string) => ({
        text: 'the bank refuses this set of scopes',
        fix: `Request fewer scopes and repeat the command:\n${v.scopes}="${requested}"`,
      }),
      missing: (names: string, rest: string) => ({
        text: `the bank does not grant: ${names}`,
        fix: `Request these scopes from the bank, or request only the granted ones:\n${v.scopes}="${rest}"`,
      }),
      endedEarly: (reason: string) => ({
        text: `the bank refuses this set of scopes; the search for the refused ones ended early (${reason})`,
        fix: 'Wait for a minute and repeat the command.',
      }),
    },

    clock: {
      noDate: 'the response has no Date header',
      right: 'right',
      differs: (seconds: number) => ({
        text: `this machine's clock differs from the bank's by ${seconds} s`,
        fix: 'Turn on the synchronization of the clock:\nsudo timedatectl set-ntp true',
      }),
    },

    api: {
      noScope: 'no scope that allows a read',
      accepted: 'the bank accepts the token',
      refused: (message: string, isAccess: boolean) => ({
        text: `the bank issued the token and refused the read: ${message}`,
        fix: isAccess
          ? `Check ${v.appKey}, ${v.contaCorrente}, and that the Pix product is active for this account.`
          : `Check ${v.baseUrl}, or compare the bank with its profile:${probe}`,
      }),
    },

    webhook: {
      noAddress: `without ${v.webhookUrl} and without a registered address for ${v.chave}`,
      unregistered: {
        text: `no webhook is registered for ${v.chave}`,
        fix: `Register the address in ${v.webhookUrl}:\n${run('webhook register')}`,
      },
      notReturned: (status: string) => `the bank does not return the webhook (HTTP ${status})`,
      unsuitable: (problem: Say) => ({
        text: `${v.webhookUrl}: ${problem(errorTexts)}`,
        fix: `Correct the address:\n${v.webhookUrl}=https://loja.example.com/webhooks/pix`,
      }),
      noHmac:
        'the registered address has no parameter hmac: the receiver refuses the notifications',
      differs: (address: string) => `the sandbox returns another address: ${address}`,
      other: (address: string) => `another address, or another secret, is registered: ${address}`,
      example:
        'A sandbox may answer with an example, so the registration cannot be verified there.',
      registerAgain: `Register the address in ${v.webhookUrl} again:\n${run('webhook register')}`,
      notFromHere: (reason: string) => `not checked from here: ${reason}`,
      untrusted:
        'Use a certificate of a public authority, with its intermediates (fullchain.pem). The bank trusts no others.',
      unreachable:
        'The bank must reach the address over the internet: check DNS, port and firewall.',
      mutualTls: "the receiver requires the bank's certificate (mutual TLS)",
      answers: (address: string) => `answers at ${address}`,
      open: {
        text: 'the receiver accepts notifications from anyone, without secret or certificate',
        fix: `Set authentication in PixWebhookReceiverModule and the secret, and register the address again:\n${v.webhookSecret}=$(openssl rand -hex 32)`,
      },
      refusesUs: (status: number) => ({
        text: `the receiver refuses the notification (HTTP ${status}): it expects another secret, or also the bank's certificate`,
        fix: `If the receiver checks only the secret, set ${v.webhookSecret} to the value of authentication.secret.`,
      }),
      refusesOthers: (status: number) =>
        `the receiver refuses senders other than the bank (HTTP ${status})`,
      doctor: run('doctor'),
      answersOtherwise: (address: string, reason: string, test: string) => ({
        text: `${address} answers ${reason}`,
        fix: `The bank appends /pix to the address and follows no redirects. Correct the path in the receiver, and test it:\n${test}`,
      }),
      withoutSecret: 'without a secret, ',
      unreadable: (message: string) => `the answer of the receiver cannot be read: ${message}`,
      silent: (timeout: number) => `the receiver did not answer within ${timeout} s`,
      broken: (code: string) =>
        `the receiver broke the connection before the end of its answer (${code})`,
      checkLogs: 'Check the logs of the receiver and of the proxy in front of it.',
    },
  };
};

/** The findings of `nestjs-pix doctor` in one language. */
export type DoctorTexts = ReturnType<typeof doctorTexts>;
