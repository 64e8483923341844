import { Controller, Get, Param, type StreamableFile } from '@nestjs/common';
import { Pages } from '../page/pages.js';
import { SubscriptionsService } from './subscriptions.service.js';

@Controller('assinaturas')
export class SubscriptionPageController {
  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly pages: Pages,
  ) {}

  /** @throws NotFoundException for an unknown subscription */
  @Get(':id')
  async show(@Param('id') id: string): Promise<StreamableFile> {
    await this.subscriptions.get(id);
    return this.pages.shop;
  }
}
