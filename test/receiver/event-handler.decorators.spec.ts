import { describe, expect, it } from '@jest/globals';
import { getHandlerMetadata } from '../../lib/receiver/dispatch/handlers.js';
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
  // @ts-expect-error a received Pix is not a completed refund
  @OnPixRecebido()
  wrong({ devolucao }: PixDevolucaoFinalizada) {
    return devolucao;
  }
}

describe('event handler decorators', () => {
  it('add their metadata to one method', () => {
    expect(getHandlerMetadata(Handlers.prototype.both)).toEqual([
      { type: 'recorrencia' },
      { type: 'pix.recebido', order: 1, id: 'paid' },
    ]);
    expect(getHandlerMetadata(Handlers.prototype.none)).toEqual([{ type: 'pix.devolucao' }]);
  });

  it('do not change the method', () => {
    expect(new Handlers().none()).toBe('none');
    expect(getHandlerMetadata(Handlers.prototype.toString)).toEqual([]);
  });
});
