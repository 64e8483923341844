import { describe, expect, it } from '@jest/globals';
import { getHandlerMetadata } from '../../lib/receiver/dispatch/event-handler.metadata.js';
import {
  OnPixDevolucao,
  OnPixRecebido,
  OnRecorrencia,
  type PixDevolucaoFinalizada,
  type PixEventContext,
} from '../../lib/receiver/index.js';

class Handlers {
  @OnPixRecebido({ order: 1, id: 'paid' })
  @OnRecorrencia()
  both(payload: object, { eventKey }: PixEventContext) {
    return [payload, eventKey];
  }

  @OnPixDevolucao()
  none() {
    return 'none';
  }

  // The type of a handler is checked where it is decorated.
  // @ts-expect-error a received Pix is no finished refund
  @OnPixRecebido()
  wrong({ devolucao }: PixDevolucaoFinalizada) {
    return devolucao;
  }
}

describe('the decorators', () => {
  it('of one method add up', () => {
    expect(getHandlerMetadata(Handlers.prototype.both)).toEqual([
      { type: 'recorrencia' },
      { type: 'pix.recebido', order: 1, id: 'paid' },
    ]);
    expect(getHandlerMetadata(Handlers.prototype.none)).toEqual([{ type: 'pix.devolucao' }]);
  });

  it('leave the method as it is', () => {
    expect(new Handlers().none()).toBe('none');
    expect(getHandlerMetadata(Handlers.prototype.toString)).toEqual([]);
  });
});
