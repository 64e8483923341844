import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { PixWebhookReceiverOptions } from './receiver.options.js';

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN, OPTIONS_TYPE, ASYNC_OPTIONS_TYPE } =
  new ConfigurableModuleBuilder<PixWebhookReceiverOptions>({ moduleName: 'PixWebhookReceiver' })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createPixWebhookReceiverOptions')
    .build();
