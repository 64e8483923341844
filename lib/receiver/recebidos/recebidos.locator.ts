import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ConfigurationError } from '../../errors/index.js';
import type { ReceiverSettings } from '../receiver.settings.js';
import { RECEIVER_SETTINGS } from '../receiver.tokens.js';
import { PIX_RECEBIDOS } from './pix-recebidos-source.js';
import type { PixRecebidosSource } from './pix-recebidos-source.js';

/** Finds the source of received Pix: the option's, or the one of the application's `PixModule`. @internal */
@Injectable()
export class RecebidosLocator {
  constructor(
    private readonly modules: ModuleRef,
    @Inject(RECEIVER_SETTINGS) private readonly settings: Pick<ReceiverSettings, 'recebidos'>,
  ) {}

  /** @throws ConfigurationError when there is none */
  locate(neededBy: string): PixRecebidosSource {
    const { recebidos } = this.settings;
    if (recebidos) return recebidos;
    try {
      return this.modules.get<PixRecebidosSource>(PIX_RECEBIDOS, { strict: false });
    } catch (cause) {
      throw new ConfigurationError(
        `PixWebhookReceiverModule: ${neededBy} reads received Pix at the provider, and the application has no PixModule ` +
          'without a name. Register one, or give the `recebidos` of an account’s PixClient as the option `recebidos`.',
        { cause },
      );
    }
  }
}
