import { describe, expect, it } from '@jest/globals';
import {
  Catch,
  Injectable,
  Scope,
  UseInterceptors,
  type CallHandler,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type NestInterceptor,
  type Provider,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { tap, type Observable } from 'rxjs';
import { OnPixRecebido } from '../../lib/receiver/index.js';
import { deliver, start, steps } from './support/enhanced-receiver.js';

describe('useGlobalEnhancers', () => {
  @Injectable()
  class Plain {
    @OnPixRecebido()
    paid() {
      steps.push('method');
    }
  }
  @Injectable()
  class GlobalInterceptor implements NestInterceptor {
    intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
      steps.push('before');
      return next.handle().pipe(tap({ complete: () => void steps.push('after') }));
    }
  }
  @Catch()
  class GlobalFilter implements ExceptionFilter {
    catch(): void {
      steps.push('global filter');
    }
  }
  @Injectable()
  class UserGuard implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      steps.push('global guard');
      return context.switchToHttp().getRequest<{ user?: unknown }>().user !== undefined;
    }
  }
  const globals: Provider[] = [
    { provide: APP_GUARD, useClass: UserGuard },
    { provide: APP_INTERCEPTOR, useClass: GlobalInterceptor },
    { provide: APP_FILTER, useClass: GlobalFilter },
  ];

  it('is off by default: a guard for users does not refuse the provider', async () => {
    expect(await deliver(await start([Plain, ...globals]))).toBe(200);
    expect(steps).toEqual(['method']);
  });

  it('selects kinds', async () => {
    const app = await start([Plain, ...globals], { useGlobalEnhancers: ['interceptors'] });
    expect(await deliver(app)).toBe(200);
    expect(steps).toEqual(['before', 'method', 'after']);
  });

  it('true applies all kinds, also those of app.useGlobalInterceptors()', async () => {
    const app = await start(
      [Plain, ...globals.slice(0, 1), ...globals.slice(2)],
      { useGlobalEnhancers: true },
      { configure: (application) => application.useGlobalInterceptors(new GlobalInterceptor()) },
    );
    expect(await deliver(app)).toBe(500);
    expect(steps).toEqual(['global guard', 'global filter']);
  });

  it('refuses a global enhancer that belongs to a request, and unknown kinds', async () => {
    const scoped = { provide: APP_GUARD, useClass: UserGuard, scope: Scope.REQUEST };
    await expect(start([Plain, scoped], { useGlobalEnhancers: true })).rejects.toThrow(
      'global guards that are request-scoped or transient',
    );
    await expect(
      start([Plain], { useGlobalEnhancers: ['pipes'] as never, onError: 'log' as never }),
    ).rejects.toThrow(/useGlobalEnhancers\[0\] must be 'guards', .*; onError must be a function/);
  });
});

describe('an enhancer of a handler', () => {
  @Injectable()
  class Log implements NestInterceptor {
    intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
      steps.push('log');
      return next.handle();
    }
  }
  @Injectable()
  class Orders {
    @OnPixRecebido()
    @UseInterceptors(Log)
    paid() {
      steps.push('method');
    }
  }

  it('must have an instance that all events can share', async () => {
    @Injectable({ scope: Scope.TRANSIENT })
    class Private extends Log {}
    @Injectable()
    class Handlers {
      @OnPixRecebido()
      @UseInterceptors(Private)
      paid() {
        steps.push('method');
      }
    }
    await expect(start([Handlers])).rejects.toThrow(
      /Handlers\.paid: Nest has no shared instance of Private, .*@UseInterceptors\(new Private\(\)\)/,
    );
    await expect(start([{ provide: 'handlers', useFactory: () => new Orders() }])).rejects.toThrow(
      /Orders\.paid: Nest has no shared instance of Log/,
    );
  });

  it('may be an instance', async () => {
    @Injectable()
    class Handlers {
      @OnPixRecebido()
      @UseInterceptors(new Log())
      paid() {
        steps.push('method');
      }
    }
    expect(await deliver(await start([Handlers]))).toBe(200);
    expect(steps).toEqual(['log', 'method']);
  });

  it('is found if the handler is listed under several tokens', async () => {
    const app = await start([{ provide: 'alias', useExisting: Orders }, Orders]);
    expect(await deliver(app)).toBe(200);
    expect(steps).toEqual(['log', 'method']);
  });
});
