import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ROLES } from '../../database/schema.js';
import { Describe } from '../../decorators/describe.js';
import { PeriodDto } from '../../lists/list-query.dto.js';
import { Roles } from '../roles.decorator.js';
import { StatisticsService } from './statistics.service.js';
import type { PeriodView } from './statistics.view.js';

/** Revenue and conversion. */
@ApiTags('Números')
@Controller('api/admin/statistics')
@Roles(ROLES)
export class StatisticsController {
  constructor(private readonly statistics: StatisticsService) {}

  @Get()
  @Describe('Lê receita e conversão, por dia e no total')
  read(@Query() period: PeriodDto): Promise<PeriodView> {
    return this.statistics.read(period);
  }
}
