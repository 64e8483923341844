import { Injectable } from '@nestjs/common';
import {
  OnCobrancaRecorrente,
  OnPixDevolucao,
  OnPixRecebido,
  OnRecorrencia,
  type PixEventContext,
} from '../../../lib/receiver/index.js';

/** The fields that tests read. */
export type Payload = Record<string, unknown> & {
  devolucao: { id: string };
  pix: { endToEndId: string };
};

/** Handlers of an application that record their events. */
@Injectable()
export class Orders {
  readonly handled: { payload: Payload; context: PixEventContext }[] = [];
  /** Runs within the handler of received Pix. */
  during: () => unknown = () => undefined;

  @OnPixRecebido()
  async onPix(payload: object, context: PixEventContext) {
    await this.during();
    this.handled.push({ payload: payload as Payload, context });
  }

  @OnPixDevolucao()
  @OnRecorrencia()
  @OnCobrancaRecorrente()
  onOther(payload: object, context: PixEventContext) {
    this.handled.push({ payload: payload as Payload, context });
  }

  get events(): string[] {
    return this.handled.map(({ context }) => context.event);
  }
}
