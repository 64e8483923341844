import { Module } from '@nestjs/common';
import { ConfigurableModuleClass } from './pix.module-definition.js';

/**
 * The client of the Pix API as a Nest module. Provides `PixCobService` and the services of the
 * other resource families, `TokenService` and {@link PixClient}. Options are validated and
 * certificates loaded when the application starts; connections are closed when it shuts down.
 *
 * @example
 * PixModule.forRootAsync({
 *   inject: [ConfigService],
 *   useFactory: (config: ConfigService) => ({
 *     provider: 'sicoob',
 *     clientId: config.getOrThrow('PIX_CLIENT_ID'),
 *     certificate: { pfx: config.getOrThrow('PIX_PFX'), passphrase: config.get('PIX_PASSPHRASE') },
 *   }),
 * })
 */
@Module({})
export class PixModule extends ConfigurableModuleClass {}
