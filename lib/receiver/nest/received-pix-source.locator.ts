import { Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ConfigurationError } from '../../errors/index.js';
import { DEFAULT_RECEIVER } from '../notifications/event-source.js';
import { getPixRecebidosToken, type PixRecebidosSource } from '../provider/pix-recebidos-source.js';
import type { RecebidosFinder } from '../provider/recebidos-finder.js';
import type { ReceiverSettings } from './receiver.settings.js';
import { RECEIVER_SETTINGS } from './tokens.js';

/**
 * Finds the source of received Pix: the option `recebidos`, or the `PixModule` with the receiver's
 * name.
 * @internal
 */
@Injectable()
export class ReceivedPixSourceLocator implements RecebidosFinder {
  constructor(
    private readonly modules: ModuleRef,
    @Inject(RECEIVER_SETTINGS)
    private readonly settings: Pick<ReceiverSettings, 'name' | 'recebidos'>,
  ) {}

  /** @throws ConfigurationError if there is no source */
  locate(neededBy: string): PixRecebidosSource {
    const { name, recebidos } = this.settings;
    if (recebidos) return recebidos;
    try {
      return this.modules.get<PixRecebidosSource>(getToken(name), { strict: false });
    } catch (cause) {
      throw new ConfigurationError(
        `PixWebhookReceiverModule: ${neededBy} reads received Pix from the provider, but the application has no PixModule ` +
          `${name === DEFAULT_RECEIVER ? 'without a name' : `with the name ${name}`}. Register one, or pass the \`recebidos\` ` +
          'of an account’s PixClient as the option `recebidos`.',
        { cause },
      );
    }
  }
}

/**
 * A receiver with a name never uses the account without a name: its Pix would be attributed to the
 * wrong account.
 */
function getToken(receiver: string): symbol {
  return getPixRecebidosToken(receiver === DEFAULT_RECEIVER ? undefined : receiver);
}
