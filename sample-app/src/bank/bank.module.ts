import { Global, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { PixModuleOptions } from 'nestjs-pix';
import type { PixSimulator } from 'nestjs-pix-devkit';
import type {
  BankSettings,
  ReceivingAccount,
  ShopSettings,
  WebhookListenerSettings,
} from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';

/** Injects the {@link Bank}. */
export const BANK = Symbol('Bank');

/** The shop's bank, real or simulated. */
export interface Bank {
  /** Options of `PixModule`. */
  readonly pix: PixModuleOptions;
  /** The shop's Pix key. */
  readonly chave: string;
  /** How the bank sends notifications to the shop. */
  readonly webhook: {
    /** Address to register. Absent in demo mode: the address of the listener is registered. */
    readonly url?: string;
    /** Secret expected in the query of every notification. */
    readonly secret?: string;
    readonly listener?: WebhookListenerSettings;
  };
  /** The account that Pix Automático credits; absent if the bank does not offer it to the shop. */
  readonly conta?: ReceivingAccount;
  /** Present only in demo mode. Its `control` acts as a payer. */
  readonly simulator?: PixSimulator;
}

@Global()
@Module({
  providers: [
    {
      provide: BANK,
      inject: [SETTINGS],
      useFactory: (settings: ShopSettings): Bank | Promise<Bank> =>
        settings.bank ? configuredBank(settings.bank) : simulatedBank(settings),
    },
  ],
  exports: [BANK],
})
export class BankModule implements OnApplicationShutdown {
  constructor(@Inject(BANK) private readonly bank: Bank) {}

  /** Runs after the webhook listener has closed, so that no notification is in flight. */
  async onApplicationShutdown(): Promise<void> {
    await this.bank.simulator?.close();
  }
}

function configuredBank({ webhook, ...bank }: BankSettings): Bank {
  const { url: address, secret } = webhook;
  const url = new URL(address);
  // Banks repeat the query of the registered address.
  if (secret !== undefined) url.searchParams.set('hmac', secret);
  return { ...bank, webhook: { ...webhook, url: url.href } };
}

/** The simulated bank accepts any valid key and account. */
const CHAVE = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const CONTA = { agencia: '0001', conta: '123456', tipoConta: 'CORRENTE' } as const;

/** Starts the bank of demo mode, which calls a webhook listener that requires its client certificate. */
async function simulatedBank({ database, port }: ShopSettings): Promise<Bank> {
  const logger = new Logger('SimulatedBank');
  logger.log('Starting the simulated bank');
  // Only the demo needs the package, so that production does not install it.
  const { PixSimulator } = await import('nestjs-pix-devkit');
  // Its charges exist after a restart if those of the shop do.
  const isKept = 'directory' in database && !database.directory.includes('://');
  const simulator = await PixSimulator.start({
    // Records of the console link to the shop, unless its port is known only later.
    console: port === 0 || { applicationUrl: `http://localhost:${String(port)}/banco/{id}` },
    ...(isKept && { stateDir: `${database.directory}-banco` }),
  });
  logger.log(`The console of the simulated bank is at ${String(simulator.consoleUrl)}`);
  const { moduleOptions, ca, control } = simulator;
  const certificate = await control.issueServerCertificate();
  return {
    pix: { ...moduleOptions, features: ['pix-automatico'] },
    chave: CHAVE,
    conta: CONTA,
    webhook: { listener: { host: '127.0.0.1', port: 0, ca, ...certificate } },
    simulator,
  };
}
