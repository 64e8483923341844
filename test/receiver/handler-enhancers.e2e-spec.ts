import { afterEach, describe, expect, it } from '@jest/globals';
import {
  Catch,
  ForbiddenException,
  Injectable,
  SetMetadata,
  UseFilters,
  UseGuards,
  UseInterceptors,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { catchError, from, map, of, retry, tap, type Observable } from 'rxjs';
import { buildPix } from '../../devkit/testing.js';
import {
  OnPixRecebido,
  type PixContextType,
  type PixEventContext,
} from '../../lib/receiver/index.js';
import type { RunningApp } from './support/app.js';
import { deliver, start, steps } from './support/enhanced-receiver.js';

class NotReady extends Error {
  override readonly name = 'NotReady';
}

@Injectable()
class Guard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}
  static answer = true;

  canActivate(context: ExecutionContext): boolean {
    const rule = this.reflector.get<string>('rule', context.getHandler());
    const { eventKey } = context.switchToRpc().getContext<PixEventContext>();
    const { valor } = context.switchToRpc().getData<{ valor: string }>();
    const type = context.getType<PixContextType>();
    steps.push(`guard ${type} ${context.getClass().name} ${rule} ${valor} ${eventKey.slice(0, 5)}`);
    return Guard.answer;
  }
}

/** What the interceptor does with the method. */
let around: (next: CallHandler) => Observable<unknown> = (next) => next.handle();

@Injectable()
class Interceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    steps.push('before');
    return around(next).pipe(tap({ complete: () => void steps.push('after') }));
  }
}

let onCatch: (error: unknown) => unknown = () => undefined;

@Catch(NotReady, ForbiddenException)
class Filter implements ExceptionFilter {
  catch(error: Error, host: ArgumentsHost): unknown {
    steps.push(`filter ${host.getType()} ${error.name}`);
    return onCatch(error);
  }
}

/** What the method of the handler does. */
let settle: () => unknown = () => 'settled';

@Injectable()
@UseGuards(Guard)
class Orders {
  @OnPixRecebido()
  @SetMetadata('rule', 'paid')
  @UseInterceptors(Interceptor)
  @UseFilters(Filter)
  paid() {
    steps.push('method');
    return settle();
  }
}

/** Delivers a Pix twice, as a provider does until it gets a 2xx, and returns the statuses. */
async function deliverTwice(app: RunningApp): Promise<number[]> {
  const pix = buildPix({ valor: '37.00' });
  return [await deliver(app, pix), await deliver(app, pix)];
}

describe('guards, interceptors and filters of a handler', () => {
  afterEach(() => {
    Guard.answer = true;
    around = (next) => next.handle();
    onCatch = () => undefined;
    settle = () => 'settled';
  });

  it('run around the method with the context type pix-webhook', async () => {
    expect(await deliverTwice(await start([Orders]))).toEqual([200, 200]);
    expect(steps).toEqual([
      'guard pix-webhook Orders paid 37.00 pix:E',
      'before',
      'method',
      'after',
    ]);
  });

  it('a guard that refuses fails the event, which is delivered again', async () => {
    Guard.answer = false;
    const app = await start([Orders]);
    const pix = buildPix();
    expect(await deliver(app, pix)).toBe(500);
    expect(steps).toEqual([
      expect.stringMatching(/^guard/),
      'filter pix-webhook ForbiddenException',
    ]);
    expect(app.log.text).toContain('ForbiddenException: Guard refused Orders.paid');
    Guard.answer = true;
    expect(await deliver(app, pix)).toBe(200);
    expect(steps).toContain('method');
  });

  it.each<[string, typeof around, string]>([
    [
      'throws before the method',
      () => from(Promise.reject(new NotReady('later'))),
      'NotReady: later',
    ],
    [
      'throws after the method',
      (next) =>
        next.handle().pipe(
          map(() => {
            throw new NotReady('commit failed');
          }),
        ),
      'NotReady: commit failed',
    ],
    ['does not run the method', () => of('cached'), 'did not run the method'],
    [
      'does not wait for the method',
      (next) => {
        next.handle().subscribe();
        return of('early');
      },
      'did not wait for the method',
    ],
  ])('an interceptor that %s fails the event', async (_name, behavior, reason) => {
    around = behavior;
    settle = () => new Promise((resolve) => setTimeout(resolve, 20));
    const app = await start([Orders]);
    expect(await deliver(app)).toBe(500);
    expect(app.log.text).toContain(reason);
  });

  it('an interceptor that replaces the error of the method by a value fails the event', async () => {
    around = (next) => next.handle().pipe(catchError(() => of('swallowed')));
    settle = () => {
      throw new NotReady('no order yet');
    };
    const app = await start([Orders]);
    expect(await deliverTwice(app)).toEqual([500, 500]);
    expect(steps.filter((step) => step === 'method')).toHaveLength(2);
    expect(app.log.text).toContain('NotReady: no order yet');
  });

  it('an interceptor may repeat the method', async () => {
    around = (next) => next.handle().pipe(retry(1));
    let runs = 0;
    settle = () => {
      runs += 1;
      if (runs === 1) throw new NotReady('deadlock');
    };
    expect(await deliverTwice(await start([Orders]))).toEqual([200, 200]);
    expect(runs).toBe(2);
  });

  it.each<[string, typeof onCatch]>([
    ['returns', () => 'handled'],
    ['returns a promise', async () => 'handled'],
  ])('a filter that %s does not complete the event', async (_name, behavior) => {
    onCatch = behavior;
    settle = () => {
      throw new NotReady('cpf 123.456.789-09');
    };
    const app = await start([Orders]);
    expect(await deliverTwice(app)).toEqual([500, 500]);
    expect(steps.filter((step) => step === 'filter pix-webhook Error')).toHaveLength(0);
    expect(steps.filter((step) => step === 'filter pix-webhook NotReady')).toHaveLength(2);
    expect(app.log.text).not.toContain('123.456.789-09');
  });

  it('logs the error of a filter, and the error of the method', async () => {
    onCatch = () => {
      throw new Error('no response to write to');
    };
    settle = () => {
      throw new NotReady('no order yet');
    };
    const app = await start([Orders]);
    expect(await deliver(app)).toBe(500);
    expect(app.log.text).toContain('Filter failed on Orders.paid: Error: no response to write to');
    expect(app.log.text).toContain('NotReady: no order yet');
  });

  it('a filter sees only the exceptions that it names', async () => {
    settle = () => {
      throw new RangeError('other');
    };
    const app = await start([Orders]);
    expect(await deliver(app)).toBe(500);
    expect(steps.filter((step) => step.startsWith('filter'))).toEqual([]);
  });

  it('waits for a method that returns an observable', async () => {
    settle = () => from(Promise.reject(new NotReady('in the stream')));
    expect(await deliverTwice(await start([Orders]))).toEqual([500, 500]);
  });

  it('logs an error once that a filter throws again', async () => {
    onCatch = (error) => {
      throw error;
    };
    settle = () => {
      throw new NotReady('no order yet');
    };
    const app = await start([Orders]);
    expect(await deliver(app)).toBe(500);
    expect(app.log.text).toContain('NotReady: no order yet');
    expect(app.log.text).not.toContain('Filter failed');
  });
});
