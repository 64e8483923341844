import { describe, expect, it } from '@jest/globals';
import {
  type CallHandler,
  ConflictException,
  type ExecutionContext,
  Logger,
  ServiceUnavailableException,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { PixAPIException } from 'nestjs-pix';
import { defer, lastValueFrom } from 'rxjs';
import type {
  AuditService,
  AuditReport,
  AuditSubject,
} from '../src/backoffice/audit/audit.service.js';
import { Audited, AuditInterceptor } from '../src/backoffice/audit/audited.js';
import { memoryLogger } from './support/memory-logger.js';

class Charges {
  @Audited('PEDIDO_CANCELADO', 'id', ({ status }: { status: string }) => ({
    resultado: status === 'CANCELADO' ? 'SUCESSO' : 'DESCONHECIDO',
    detalhe: status,
  }))
  cancel(): void {
    // Only its metadata counts.
  }
}

/** Runs the action of a person, and returns what the audit trail recorded, in order. */
async function run(action: () => Promise<unknown>, id = 'pedido-1', isDatabaseUp = true) {
  const trail: (AuditSubject | AuditReport)[] = [];
  const audit = {
    begin: (subject: AuditSubject) => Promise.resolve(trail.push(subject)),
    end: (_: number, report: AuditReport) => {
      trail.push(report);
      return isDatabaseUp ? Promise.resolve() : Promise.reject(new Error('connection lost'));
    },
  } as unknown as AuditService;
  const context = {
    getHandler: () => Object.getOwnPropertyDescriptor(Charges.prototype, 'cancel')?.value as object,
    switchToHttp: () => ({ getRequest: () => ({ admin: { id: 'ana' }, params: { id } }) }),
  } as unknown as ExecutionContext;
  const next: CallHandler = {
    handle: () =>
      defer(() => {
        trail.push({ resultado: 'DESCONHECIDO', detalhe: 'runs' });
        return action();
      }),
  };
  const interceptor = new AuditInterceptor(audit, new Reflector());
  const outcome = await lastValueFrom(interceptor.intercept(context, next)).then(
    (value: unknown) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return { trail, outcome };
}

const SUBJECT = { userId: 'ana', acao: 'PEDIDO_CANCELADO', alvo: 'pedido-1' };
const RUNS = { resultado: 'DESCONHECIDO', detalhe: 'runs' };

describe('audited action', () => {
  it.each([
    ['CANCELADO', 'SUCESSO'],
    ['CANCELANDO', 'DESCONHECIDO'],
  ])('is recorded before it runs, and as %s with its result', async (status, resultado) => {
    const { trail, outcome } = await run(() => Promise.resolve({ status }));
    expect(trail).toEqual([SUBJECT, RUNS, { resultado, detalhe: status }]);
    expect(outcome).toEqual({ value: { status } });
  });

  it.each([
    ['a refusal of the shop', new ConflictException(), 'FALHA'],
    ['a refusal of the bank', new PixAPIException({ title: 'Não', status: 422 }), 'FALHA'],
    ['an unknown error', new Error('socket'), 'DESCONHECIDO'],
    ['a failure of the shop', new ServiceUnavailableException(), 'DESCONHECIDO'],
  ])('is recorded after %s, which the caller gets', async (_, error, resultado) => {
    const { trail, outcome } = await run(() => Promise.reject(error));
    expect(trail).toEqual([SUBJECT, RUNS, { resultado }]);
    expect(outcome).toEqual({ error });
  });

  it('is recorded without a text that is not an identifier', async () => {
    const { trail } = await run(
      () => Promise.resolve({ status: 'CANCELADO' }),
      '\0 123.456.789-09',
    );
    expect(trail[0]).toEqual({ ...SUBJECT, alvo: undefined });
  });

  it('keeps its result when the outcome cannot be stored', async () => {
    const log: string[] = [];
    Logger.overrideLogger(memoryLogger(log));
    const result = { status: 'CANCELADO' };
    const { outcome } = await run(() => Promise.resolve(result), 'pedido-1', false);
    expect(outcome).toEqual({ value: result });
    expect(log.join()).toContain('could not be stored');
  });
});
