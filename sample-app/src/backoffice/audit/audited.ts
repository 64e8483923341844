import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  HttpException,
  Injectable,
  Logger,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { isPixAPIException } from 'nestjs-pix';
import { catchError, from, mergeMap, type Observable, switchMap } from 'rxjs';
import type { AuditAction } from '../../database/schema.js';
import type { AdminRequest } from '../roles.decorator.js';
import { type AuditReport, AuditService, type AuditSubject } from './audit.service.js';

/** The action of a route, and how its outcome is read from the result of the handler. */
interface Audit {
  readonly acao: AuditAction;
  /** Name of the path parameter that identifies the record. */
  readonly alvo: string;
  /** Absent if the handler records its success itself. */
  readonly report?: (result: never) => AuditReport;
}

const AuditOptions = Reflector.createDecorator<Audit>();

/**
 * Records each request for the route in the audit trail: before the handler runs, and with its outcome after it.
 *
 * @param alvo name of the path parameter that identifies the record
 * @param report reads the outcome from the result of the handler; by default, a result is a success
 */
export function Audited(
  acao: AuditAction,
  alvo: string,
  report: (result: never) => AuditReport = () => ({ resultado: 'SUCESSO' }),
): MethodDecorator {
  return applyDecorators(AuditOptions({ acao, alvo, report }), UseInterceptors(AuditInterceptor));
}

/**
 * Records only failures of the route. Its handler records a success in the transaction of the change.
 *
 * @param alvo name of the path parameter that identifies the record
 */
export function AuditedFailures(acao: AuditAction, alvo: string): MethodDecorator {
  return applyDecorators(AuditOptions({ acao, alvo }), UseInterceptors(AuditInterceptor));
}

/** Injects the entry of the audit trail that records the request. */
export const AuditId = createParamDecorator(
  (_: undefined, context: ExecutionContext) =>
    context.switchToHttp().getRequest<AdminRequest>().auditId,
);

/** Returns who asks for which action, or `undefined` for a route that is not audited. */
export function readAuditSubject(
  reflector: Reflector,
  context: ExecutionContext,
): AuditSubject | undefined {
  const audit = reflector.get<Audit | undefined>(AuditOptions, context.getHandler());
  if (!audit) return undefined;
  const { admin, params } = context.switchToHttp().getRequest<AdminRequest>();
  return { userId: admin?.id ?? null, acao: audit.acao, alvo: toTarget(params[audit.alvo]) };
}

@Injectable()
export class AuditInterceptor implements NestInterceptor {
  readonly #logger = new Logger('Audit');

  constructor(
    private readonly audit: AuditService,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { report } = this.reflector.get(AuditOptions, context.getHandler());
    const subject = readAuditSubject(this.reflector, context);
    if (!subject) return next.handle();
    if (!report)
      return next.handle().pipe(catchError((error) => this.#recordFailure(subject, error)));
    const request = context.switchToHttp().getRequest<AdminRequest>();
    return from(this.audit.begin(subject)).pipe(
      switchMap((id) => {
        request.auditId = id;
        return next.handle().pipe(
          mergeMap(async (result: unknown) => {
            await this.#end(id, report(result as never));
            return result;
          }),
          catchError(async (error: unknown) => {
            await this.#end(id, toReport(error));
            throw error;
          }),
        );
      }),
    );
  }

  async #recordFailure(subject: AuditSubject, error: unknown): Promise<never> {
    try {
      await this.audit.record({ ...subject, ...toReport(error) });
    } catch (failure) {
      this.#logger.error(`A failure of ${subject.acao} could not be stored`, failure);
    }
    throw error;
  }

  /** The action has happened, whether or not its outcome can be stored: the row stays `DESCONHECIDO`. */
  async #end(id: number, report: AuditReport): Promise<void> {
    try {
      await this.audit.end(id, report);
    } catch (error) {
      this.#logger.error(`The outcome of the audited action ${id} could not be stored`, error);
    }
  }
}

/** Returns the identifier, unless it is a text that no record of the shop has. */
function toTarget(id = ''): string | undefined {
  return /^[\w.:-]{1,120}$/.test(id) ? id : undefined;
}

/** A refusal is a failure. After any other error, the action may have taken effect. */
function toReport(error: unknown): AuditReport {
  const isRefusal = isPixAPIException(error)
    ? !error.resultUnknown
    : error instanceof HttpException && error.getStatus() < 500;
  return isRefusal ? { resultado: 'FALHA' } : { resultado: 'DESCONHECIDO' };
}
