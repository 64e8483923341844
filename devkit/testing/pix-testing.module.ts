import { Module, type DynamicModule } from '@nestjs/common';
import { PixModule, type PixModuleExtras, type PixModuleOptions } from 'nestjs-pix';
import { anything, flag, nonEmptyText, objectOf, OptionChecker } from 'nestjs-pix/internal';
import { PixSimulator, PixSimulatorModule, type PixSimulatorOptions } from '../simulator/public.js';

/** Options of {@link PixTestingModule}. */
export interface PixTestingModuleOptions extends PixModuleExtras {
  /** Whether every module can inject the services of `PixModule`. Default: `true`. */
  isGlobal?: boolean | undefined;
  /** Options of the simulated provider. Default: those of `PixSimulator.start`. */
  simulator?: PixSimulatorOptions | undefined;
  /** Options of the account that replace those for the simulated provider, such as `retry`. */
  account?: Partial<PixModuleOptions> | undefined;
}

const rule = objectOf<PixTestingModuleOptions>({
  isGlobal: flag,
  name: nonEmptyText,
  // Checked by PixSimulator and PixModule.
  simulator: anything,
  account: anything,
});

/**
 * `PixModule` with a simulated provider in the same process: no bank, no credentials, no certificate
 * files. Provides the services of `PixModule`, and `PixSimulator` to pay charges and inject faults.
 *
 * To test a whole application, replace the module that imports `PixModule`; its certificate is then
 * never loaded.
 *
 * @example
 * ```ts
 * const testing = await Test.createTestingModule({ imports: [OrdersModule, PixTestingModule.forRoot()] }).compile();
 * await testing.get(PixSimulator).control.pay(txid);
 * ```
 * @example
 * ```ts
 * Test.createTestingModule({ imports: [AppModule] })
 *   .overrideModule(BankModule) // imports PixModule.forRoot({ … })
 *   .useModule(PixTestingModule.forRoot());
 * ```
 */
@Module({})
export class PixTestingModule {
  /** @throws ConfigurationError if an option is unknown or invalid */
  static forRoot(options: PixTestingModuleOptions = {}): DynamicModule {
    const checker = new OptionChecker('PixTestingModule.forRoot');
    checker.shape(options, rule);
    checker.throwIfAny();
    const { isGlobal = true, name, simulator = {}, account = {} } = options;
    return {
      module: PixTestingModule,
      imports: [
        PixSimulatorModule.forRoot(simulator),
        PixModule.forRootAsync({
          isGlobal,
          ...(name !== undefined && { name }),
          inject: [PixSimulator],
          useFactory: ({ moduleOptions }: PixSimulator) => ({ ...moduleOptions, ...account }),
        }),
      ],
      exports: [PixModule, PixSimulatorModule],
    };
  }
}
