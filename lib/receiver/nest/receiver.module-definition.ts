import { ConfigurableModuleBuilder } from '@nestjs/common';
import { ConcealedOptions } from '../../options/index.js';
import { PixWebhookStats } from '../dispatch/pix-webhook-stats.js';
import { DEFAULT_RECEIVER } from '../notifications/event-source.js';
import { PixReconciler } from '../provider/reconciler/pix-reconciler.js';
import { getPixReconcilerToken, getPixWebhookStatsToken } from './inject.decorators.js';
import type { PixWebhookReceiverExtras, PixWebhookReceiverOptions } from './receiver.options.js';
import { RECEIVER_NAME } from './tokens.js';

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN, OPTIONS_TYPE, ASYNC_OPTIONS_TYPE } =
  new ConfigurableModuleBuilder<PixWebhookReceiverOptions>({ moduleName: 'PixWebhookReceiver' })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createPixWebhookReceiverOptions')
    .setExtras<PixWebhookReceiverExtras>(
      { name: undefined },
      (definition, { name = DEFAULT_RECEIVER }) => {
        const offered = [
          { provide: getPixReconcilerToken(name), useExisting: PixReconciler },
          { provide: getPixWebhookStatsToken(name), useExisting: PixWebhookStats },
        ];
        const named = offered.filter(({ provide, useExisting }) => provide !== useExisting);
        const own = { provide: RECEIVER_NAME, useValue: name };
        return {
          ...definition,
          providers: [
            ...(definition.providers ?? []).map((each) => ConcealedOptions.conceal(each)),
            own,
            ...named,
          ],
          exports: [...(definition.exports ?? []), ...offered.map(({ provide }) => provide)],
        };
      },
    )
    .build();
