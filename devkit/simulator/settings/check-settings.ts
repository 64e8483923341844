import { encodeBrCode } from 'nestjs-pix';
import { CNPJ, type OptionChecker } from 'nestjs-pix/internal';
import { NUMERIC_ISPB } from 'nestjs-pix/spec';
import { ruleViolations } from '../faults/check-rule.js';
import type { FaultRule } from '../faults/fault.js';
import { toLocationHost, buildLocationBase } from '../kernel/addresses.js';
import { checkQuirks } from '../profiles/resolve-quirks.js';
import type { PreliminarySettings } from './simulator.settings.js';

/** Adds all problems of the settings. */
export function checkSettings(settings: PreliminarySettings, checker: OptionChecker): void {
  checkPorts(settings, checker);
  checkClient(settings, checker);
  checkReceiver(settings, checker);
  checkTimes(settings, checker);
  checkBrCode(settings, checker);
  checkQuirks(settings.quirks, checker);
  checkFaults(settings.faults, checker);
}

function checkPorts(
  { port, locationPort, console, sandbox }: PreliminarySettings,
  checker: OptionChecker,
): void {
  const ports = {
    port,
    locationPort,
    'console.port': console?.port ?? 0,
    'sandbox.port': sandbox?.port ?? 0,
  };
  for (const [name, number] of Object.entries(ports)) {
    checker.integer(name, number, { min: 0, max: 65_535 });
  }
}

/** Characters of a bearer token in a header. */
const TOKEN = /^[\x21-\x7e]+$/;

function checkClient(settings: PreliminarySettings, checker: OptionChecker): void {
  const { clientId, clientSecret, scopes, tokenLifetime, sandbox, sellerToken } = settings;
  // A colon would end the id in HTTP Basic (RFC 7617, section 2).
  checker.require(
    clientId !== '' && !clientId.includes(':'),
    'clientId must be text without a colon',
  );
  checker.require(clientSecret !== '', 'clientSecret must not be empty; null registers none');
  checker.require(
    sandbox === undefined || TOKEN.test(sandbox.token),
    'sandbox.token must be visible ASCII characters without spaces',
  );
  checker.require(
    TOKEN.test(sellerToken),
    'sellerToken must be visible ASCII characters without spaces',
  );
  checker.require(scopes.length > 0, 'scopes must not be empty');
  checker.seconds('tokenLifetime', tokenLifetime, { positive: true });
}

function checkReceiver({ recebedor, ispb }: PreliminarySettings, checker: OptionChecker): void {
  const { cnpj, uf, cep } = recebedor;
  checker.require(CNPJ.test(cnpj), 'recebedor.cnpj must be 14 digits or capital letters');
  checker.require(/^[A-Z]{2}$/.test(uf), 'recebedor.uf must be two capital letters');
  checker.require(/^\d{8}$/.test(cep), 'recebedor.cep must be 8 digits');
  checker.require(NUMERIC_ISPB.test(ispb), 'ispb must be 8 digits');
}

/** Times of the simulator's clock, where `Infinity` means never. */
function checkTimes(settings: PreliminarySettings, checker: OptionChecker): void {
  const { refundDelay, processingDelay, webhook } = settings;
  checker.require(refundDelay >= 0, 'refundDelay must be milliseconds');
  checker.require(processingDelay >= 0, 'processingDelay must be milliseconds');
  checker.require(
    webhook.retryDelays.every((delay) => delay >= 0),
    'webhook.retryDelays must be milliseconds',
  );
  checker.require(webhook.timeout > 0, 'webhook.timeout must be a positive number of milliseconds');
}

/** Checks at the start that the BR Code of the longest location can be encoded. */
function checkBrCode(
  { recebedor, locationBase, ...named }: PreliminarySettings,
  checker: OptionChecker,
): void {
  const base = locationBase ?? buildLocationBase(toLocationHost(named), 65_535);
  const longest = `${base}/cobv/${'0'.repeat(32)}`;
  try {
    encodeBrCode({ location: longest, nome: recebedor.nome, cidade: recebedor.cidade });
  } catch (error) {
    checker.add(`recebedor or locationBase does not fit a BR Code (${(error as Error).message})`);
  }
}

function checkFaults(faults: readonly FaultRule[], checker: OptionChecker): void {
  for (const [position, rule] of faults.entries()) {
    for (const { razao } of ruleViolations({ ...rule })) {
      checker.add(`faults[${position}]: ${razao}`);
    }
  }
}
