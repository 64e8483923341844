import { Controller, Get, Inject, Param, Res, type StreamableFile } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiTags } from '@nestjs/swagger';
import { BANK, type Bank } from '../bank/bank.js';
import { Describe } from '../decorators/describe.js';
import { OrdersService } from '../orders/orders.service.js';
import type { ConfigView } from './config.view.js';
import { BACK_OFFICE_PATHS, SHOP_PATHS } from './page-paths.js';
import { Pages } from './pages.js';

/** The name of an asset changes with its content. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The pages, their files and their configuration. */
@ApiTags('Loja')
@Controller()
export class PageController {
  constructor(
    @Inject(BANK) private readonly bank: Bank,
    private readonly orders: OrdersService,
    private readonly pages: Pages,
    private readonly host: HttpAdapterHost,
  ) {}

  @Get('api/config')
  @Describe('Lê o que as páginas sabem da loja')
  config(): ConfigView {
    return { demo: this.bank.demo !== undefined };
  }

  @Get(SHOP_PATHS.filter((path) => !path.includes(':')))
  shop(): StreamableFile {
    return this.pages.shop;
  }

  @Get([...BACK_OFFICE_PATHS])
  backOffice(): StreamableFile {
    return this.pages.backOffice;
  }

  /** @throws NotFoundException for an unknown order */
  @Get('pedido/:id')
  async order(@Param('id') id: string): Promise<StreamableFile> {
    await this.orders.get(id);
    return this.pages.shop;
  }

  /** Files whose names do not change. */
  @Get('favicon.svg')
  favicon(): StreamableFile {
    return this.pages.file('favicon.svg');
  }

  @Get('theme.js')
  theme(): StreamableFile {
    return this.pages.file('theme.js');
  }

  @Get('assets/:file')
  asset(@Param('file') file: string, @Res({ passthrough: true }) response: object): StreamableFile {
    const asset = this.pages.file(`assets/${file}`);
    // Only for a file that exists: another process may already have a newer build.
    this.host.httpAdapter.setHeader(response, 'Cache-Control', IMMUTABLE);
    return asset;
  }
}
