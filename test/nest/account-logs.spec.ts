import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConsoleLogger, Logger, type LoggerService } from '@nestjs/common';
import { createPixClient, type PixClient, type PixModuleOptions } from '../../lib/index.js';
import { ScriptedProvider, type ScriptedResponse } from '../support/scripted-provider.js';

const TXID = 'a'.repeat(26);
const charge = { valor: { original: '37.00' }, chave: 'loja@example.com' };
const unavailable: ScriptedResponse = { status: 503, body: { title: 'Manutenção', status: 503 } };

interface Line {
  readonly level: string;
  readonly message: unknown;
}

let provider: ScriptedProvider;
let client: PixClient | undefined;
let lines: Line[];

/** Records as loggers for JSON do: the fields of an object. */
function recordTo(target: Line[]): LoggerService {
  const write = (level: string) => (message: unknown) => target.push({ level, message });
  return Object.assign(
    { log: write('log'), error: write('error'), warn: write('warn') },
    { debug: write('debug'), verbose: write('verbose') },
  );
}

beforeEach(async () => {
  provider = await ScriptedProvider.start();
  lines = [];
  Logger.overrideLogger(recordTo(lines));
});

afterEach(async () => {
  await client?.close();
  client = undefined;
  Logger.overrideLogger(true);
  await provider.close();
});

async function open(options: Partial<PixModuleOptions> = {}): Promise<PixClient> {
  client = await createPixClient(provider.options({ log: undefined, ...options }));
  return client;
}

/** Answers the first requests as scripted, and then as usual. */
function answerFirst(...responses: ScriptedResponse[]): void {
  const usual = provider.api;
  provider.api = (received, response, request) => {
    const next = responses.shift();
    if (next) return next;
    return typeof usual === 'function' ? usual(received, response, request) : usual;
  };
}

const fields = ({ message }: Line): object => ({ ...(message as object) });

describe('the log of an account', () => {
  it('has one line at its start, with the end of its certificate', async () => {
    const { certificate } = await open();
    expect(lines.map(({ level }) => level)).toEqual(['log']);
    expect(fields(lines[0]!)).toEqual({
      msg: `Account default: scripted, production, client cl…, certificate valid until ${certificate!.notAfter.toISOString()}`,
      account: 'default',
      provider: 'scripted',
      environment: 'production',
      clientId: 'cl…',
      certificateNotAfter: certificate!.notAfter.toISOString(),
      certificateDaysLeft: certificate!.daysLeft,
    });
  });

  it.each([
    ['4f2a91c7-0d4e-4a55', '4f2a…'],
    ['4f2a91c7-0d5', '4f2a…'],
    ['4f2a91c7-0d', '4f2…'],
    ['loja-1', 'lo…'],
    ['lj', '…'],
  ])('shows the beginning of the client id %j', async (clientId, shown) => {
    await open({ clientId });
    expect((fields(lines[0]!) as { clientId?: string }).clientId).toBe(shown);
    const text = inspect(lines);
    expect(text).toContain(`production, client ${shown}, certificate`);
    expect(text).not.toContain(clientId);
  });

  it('has no line for a call that succeeded, unless asked for', async () => {
    const pix = await open({ log: { start: false } });
    await pix.cob.createWithTxid(TXID, charge);
    expect(lines).toEqual([]);
  });

  it('has one line for a call that succeeded, with fields', async () => {
    const pix = await open({ log: { start: false, success: 'debug' } });
    await pix.cob.createWithTxid(TXID, charge);
    expect(lines.map(({ level }) => level)).toEqual(['debug']);
    expect(fields(lines[0]!)).toEqual({
      msg: 'PUT /cob/{txid} succeeded',
      operation: 'PUT /cob/{txid}',
      outcome: 'success',
      status: expect.any(Number),
      durationMs: expect.any(Number),
      requests: 1,
      account: 'default',
      provider: 'scripted',
      environment: 'production',
      txid: TXID,
    });
  });

  it.each(['debug', 'warn', false] as const)(
    'has the paths of the texts that the bank changed, without values (%s)',
    async (differences) => {
      const pix = await open({
        log: { start: false, ...(differences && { differences }) },
      });
      const body = { ...charge, solicitacaoPagador: 'Pedido secreto' };
      const record = { ...body, solicitacaoPagador: 'Outro texto', txid: TXID, status: 'ATIVA' };
      answerFirst({ status: 201, body: record });
      await pix.cob.createWithTxid(TXID, body);
      const expected = {
        msg: 'PUT /cob/{txid} took effect, and its record differs in solicitacaoPagador',
        operation: 'PUT /cob/{txid}',
        differences: 'solicitacaoPagador',
        account: 'default',
        provider: 'scripted',
        environment: 'production',
        txid: TXID,
      };
      expect(lines.map(({ level }) => level)).toEqual(differences === false ? [] : [differences]);
      expect(lines.map(fields)).toEqual(differences === false ? [] : [expected]);
    },
  );

  it('has a warning before each repeat', async () => {
    const pix = await open({ log: { start: false }, retry: { baseDelay: 0.001, maxDelay: 0.001 } });
    answerFirst(unavailable, unavailable);
    await pix.cob.get(TXID);
    expect(lines.map(({ level, message }) => [level, (message as { msg: string }).msg])).toEqual([
      ['warn', 'GET /cob/{txid} is sent again (attempt 2)'],
      ['warn', 'GET /cob/{txid} is sent again (attempt 3)'],
    ]);
    expect(fields(lines[0]!)).toMatchObject({
      attempt: 2,
      errorStatus: 503,
      errorCode: 'PIX_SERVICO_INDISPONIVEL',
    });
  });

  it('has a warning for a call with an unknown outcome', async () => {
    const pix = await open({ log: { start: false }, retry: false });
    answerFirst(unavailable);
    await expect(pix.cob.createWithTxid(TXID, charge)).rejects.toMatchObject({
      resultUnknown: true,
    });
    expect(lines.map(({ level }) => level)).toEqual(['warn']);
    expect(fields(lines[0]!)).toMatchObject({ outcome: 'unknown', status: 503, txid: TXID });
  });

  it('has a line at debug for a call that failed', async () => {
    const pix = await open({ log: { start: false } });
    answerFirst({ status: 404, body: { title: 'Não Encontrado', status: 404 } });
    await expect(pix.cob.get(TXID)).rejects.toMatchObject({ status: 404 });
    expect(lines.map(({ level }) => level)).toEqual(['debug']);
    expect(fields(lines[0]!)).toMatchObject({
      outcome: 'failure',
      errorCode: 'PIX_RECURSO_NAO_ENCONTRADO',
    });
  });

  it('uses the configured levels', async () => {
    const pix = await open({ log: { start: 'verbose', success: 'log', failures: 'error' } });
    await pix.cob.get(TXID);
    answerFirst({ status: 404, body: { title: 'Não Encontrado', status: 404 } });
    await expect(pix.cob.get(TXID)).rejects.toMatchObject({ status: 404 });
    expect(lines.map(({ level }) => level)).toEqual(['verbose', 'log', 'error']);
  });

  it('is empty with log: false', async () => {
    const pix = await open({ log: false });
    await pix.cob.get(TXID);
    expect(lines).toEqual([]);
  });

  it('prints one line of text where the logger is for a console', async () => {
    const pix = await open({ log: { start: false, success: 'debug' } });
    await pix.cob.get(TXID);
    const text = inspect(lines[0]!.message);
    expect(text).toMatch(
      /^GET \/cob\/\{txid\} succeeded status=200 durationMs=\d+ requests=1 account=default provider=scripted /,
    );
    const written: string[] = [];
    const logger = new ConsoleLogger('x', { colors: false });
    Object.assign(logger, {
      printMessages: (messages: unknown[]) => written.push(...messages.map(String)),
    });
    logger.debug(lines[0]!.message);
    expect(written).toEqual([text]);
  });

  it('does not change the result of a call when the logger throws', async () => {
    const pix = await open({ log: { success: 'debug' } });
    const broken = () => {
      throw new Error('disk full');
    };
    Logger.overrideLogger({ log: broken, error: broken, warn: broken, debug: broken });
    expect(await pix.cob.createWithTxid(TXID, charge)).toMatchObject({ txid: TXID });
  });
});
