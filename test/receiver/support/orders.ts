import { Injectable } from '@nestjs/common';
import {
  OnCobrancaRecorrente,
  OnPixDevolucao,
  OnPixRecebido,
  OnRecorrencia,
  type PixEventContext,
} from '../../../lib/receiver/index.js';

/** The fields that tests look at. */
export type Payload = Record<string, unknown> & {
  devolucao: { id: string };
  pix: { endToEndId: string };
};

/** What a provider of an application does with events, made observable. */
@Injectable()
export class Orders {
  readonly heard: { payload: Payload; context: PixEventContext }[] = [];
  /** Runs within the handler of received Pix. */
  during: () => unknown = () => undefined;

  @OnPixRecebido()
  async onPix(payload: object, context: PixEventContext) {
    await this.during();
    this.heard.push({ payload: payload as Payload, context });
  }

  @OnPixDevolucao()
  @OnRecorrencia()
  @OnCobrancaRecorrente()
  onOther(payload: object, context: PixEventContext) {
    this.heard.push({ payload: payload as Payload, context });
  }

  get events(): string[] {
    return this.heard.map(({ context }) => context.event);
  }
}
