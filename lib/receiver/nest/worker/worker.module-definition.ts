import { ConfigurableModuleBuilder } from '@nestjs/common';
import type { PixWebhookWorkerOptions } from './worker.options.js';

export const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN, OPTIONS_TYPE, ASYNC_OPTIONS_TYPE } =
  new ConfigurableModuleBuilder<PixWebhookWorkerOptions>({ moduleName: 'PixWebhookWorker' })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createPixWebhookWorkerOptions')
    .build();
