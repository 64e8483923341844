import { Controller, Get, Inject } from '@nestjs/common';
import { BANK, type Bank } from '../bank/bank.module.js';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { MAX_QUANTITY, PLANS, type Plan, type Product, PRODUCTS } from './catalogue.js';

export interface CatalogueView {
  readonly produtos: readonly Product[];
  /** Maximum quantity of one product in an order. */
  readonly quantidadeMaxima: number;
}

export interface PlansView {
  /** Whether the bank of the shop offers Pix Automático. */
  readonly disponivel: boolean;
  readonly planos: readonly Plan[];
}

/** What pages know about the shop. */
export interface ConfigView {
  /** The bank is simulated, so pages show the buttons that pay. */
  readonly demo: boolean;
  /** The console of the simulated bank. */
  readonly console: string | null;
  /** CNPJ of the shop as it is written, which an invoice shows. */
  readonly cnpj: string | null;
}

@Controller('api')
export class CatalogueController {
  constructor(
    @Inject(BANK) private readonly bank: Bank,
    @Inject(SETTINGS) private readonly settings: ShopSettings,
  ) {}

  @Get('products')
  products(): CatalogueView {
    return { produtos: PRODUCTS, quantidadeMaxima: MAX_QUANTITY };
  }

  @Get('plans')
  plans(): PlansView {
    return { disponivel: this.bank.conta !== undefined, planos: PLANS };
  }

  @Get('config')
  config(): ConfigView {
    const { simulator } = this.bank;
    return {
      demo: simulator !== undefined,
      console: simulator?.consoleUrl ?? null,
      cnpj: this.settings.cnpj ?? null,
    };
  }
}
