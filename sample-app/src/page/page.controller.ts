import { Controller, Get, Inject, NotFoundException, Param, StreamableFile } from '@nestjs/common';
import { BANK, type Bank } from '../bank/bank.js';
import { loadAssets } from './assets.js';

/** The page and what it needs to know before it asks for anything. */
@Controller()
export class PageController {
  readonly #assets = loadAssets();

  constructor(@Inject(BANK) private readonly bank: Bank) {}

  /** Whether the bank is simulated, so that the page offers to pay at it. */
  @Get('api/config')
  config(): { readonly demo: boolean } {
    return { demo: this.bank.demo !== undefined };
  }

  @Get()
  index(): StreamableFile {
    return this.asset('index.html');
  }

  @Get(':file')
  asset(@Param('file') file: string): StreamableFile {
    const asset = this.#assets.get(file);
    if (!asset) throw new NotFoundException('Página não encontrada');
    return new StreamableFile(asset.body, { type: asset.type, length: asset.body.length });
  }
}
