import { join } from 'node:path';
import { type DynamicModule, Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { type Environment, readSettings } from './read-settings.js';
import type { ShopSettings } from './settings.js';

/** Injects the checked {@link ShopSettings}. */
export const SETTINGS = Symbol('ShopSettings');

@Module({})
export class SettingsModule {
  /**
   * @param env variables to use instead of those of the process and of `.env` files, for tests
   * @throws SettingsError
   */
  static forRoot(env?: Environment): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      imports: [
        ConfigModule.forRoot({
          ignoreEnvFile: env !== undefined,
          envFilePath: [join(import.meta.dirname, '../../.env'), '.env'],
          load: [() => ({ shop: readSettings(env ?? process.env) })],
        }),
      ],
      providers: [
        {
          provide: SETTINGS,
          inject: [ConfigService],
          useFactory: (config: ConfigService) => config.getOrThrow<ShopSettings>('shop'),
        },
      ],
      exports: [SETTINGS],
    };
  }
}
