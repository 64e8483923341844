import { Controller, Get, ServiceUnavailableException } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Describe } from '../../decorators/describe.js';
import type { ProbeView } from './health.view.js';
import { ReadinessService } from './readiness.service.js';

/** Probes of an orchestrator. Public, and without details. */
@ApiTags('Saúde')
@Controller('health')
export class ProbesController {
  constructor(private readonly readiness: ReadinessService) {}

  /** The process answers. */
  @Get('live')
  @Describe('O processo responde')
  live(): ProbeView {
    return { status: 'ok' };
  }

  /** The process can serve requests; 503 without its database, and while it stops. */
  @Get('ready')
  @Describe('O processo pode atender requisições', 503)
  async ready(): Promise<ProbeView> {
    if (await this.readiness.isReady()) return { status: 'ok' };
    throw new ServiceUnavailableException('A loja não está pronta');
  }
}
