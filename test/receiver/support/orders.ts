import { Injectable } from '@nestjs/common';
import {
  OnCobrancaRecorrente,
  OnPixDevolucao,
  OnPixRecebido,
  OnRecorrencia,
} from '../../../lib/receiver/index.js';
import type { PixEventContext } from '../../../lib/receiver/index.js';

/** What a provider of an application does with events, made observable. */
@Injectable()
export class Orders {
  readonly heard: { payload: any; context: PixEventContext }[] = [];
  /** Runs within the handler of received Pix. */
  during: () => unknown = () => undefined;

  @OnPixRecebido()
  async onPix(payload: unknown, context: PixEventContext) {
    await this.during();
    this.heard.push({ payload, context });
  }

  @OnPixDevolucao()
  @OnRecorrencia()
  @OnCobrancaRecorrente()
  onOther(payload: unknown, context: PixEventContext) {
    this.heard.push({ payload, context });
  }

  get events(): string[] {
    return this.heard.map(({ context }) => context.event);
  }
}
