import {
  Controller,
  Get,
  Inject,
  NotFoundException,
  Param,
  Redirect,
  StreamableFile,
} from '@nestjs/common';
import { BANK, type Bank } from '../bank/bank.js';
import { OrdersService } from '../orders/orders.service.js';
import { loadAssets } from './assets.js';

/** The page and its configuration. */
@Controller()
export class PageController {
  readonly #assets = loadAssets();

  constructor(
    @Inject(BANK) private readonly bank: Bank,
    private readonly orders: OrdersService,
  ) {}

  /** Returns whether the bank is simulated, so that the page shows the button that pays. */
  @Get('api/config')
  config(): { readonly demo: boolean } {
    return { demo: this.bank.demo !== undefined };
  }

  @Get()
  index(): StreamableFile {
    return this.asset('index.html');
  }

  /**
   * Redirects the address of an order to the page that shows it.
   *
   * @throws NotFoundException for an unknown order
   */
  @Get('pedido/:id')
  @Redirect()
  async order(@Param('id') id: string): Promise<{ readonly url: string }> {
    const order = await this.orders.get(id);
    return { url: `/#pedido/${order.id}` };
  }

  @Get(':file')
  asset(@Param('file') file: string): StreamableFile {
    const asset = this.#assets.get(file);
    if (!asset) throw new NotFoundException('Página não encontrada');
    return new StreamableFile(asset.body, { type: asset.type, length: asset.body.length });
  }
}
