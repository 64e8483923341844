import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type PixHealthDetail, PixHealthIndicator } from 'nestjs-pix/terminus';
import { ROLES } from '../../database/schema.js';
import { Describe } from '../../decorators/describe.js';
import { Roles } from '../roles.decorator.js';
import type { HealthView } from './health.view.js';
import { ReadinessService } from './readiness.service.js';

const MISSING: PixHealthDetail = { status: 'unknown', reason: 'not checked' };

/** The state of bank, certificate, reconciliation and database, in detail. */
@ApiTags('Saúde')
@Controller('api/admin/health')
@Roles(ROLES)
export class AdminHealthController {
  constructor(
    private readonly pix: PixHealthIndicator,
    private readonly readiness: ReadinessService,
  ) {}

  @Get()
  @Describe('Lê o estado do banco, do certificado, da conciliação, da fila e do banco de dados')
  async read(): Promise<HealthView> {
    const [{ account }, { receiver }, isDatabaseUp] = await Promise.all([
      this.pix.checkAccount('account'),
      this.pix.checkReceiver('receiver'),
      this.readiness.isDatabaseUp(),
    ]);
    const read = (from: object, name: string): PixHealthDetail =>
      (from as Readonly<Record<string, PixHealthDetail | undefined>>)[name] ?? MISSING;
    const isUp = account.status === 'up' && receiver.status === 'up' && isDatabaseUp;
    return {
      status: isUp ? 'up' : 'down',
      banco: read(account, 'tokenEndpoint'),
      certificado: read(account, 'certificate'),
      repeticoes: read(account, 'retryBudget'),
      conciliacao: read(receiver, 'reconciler'),
      bancoDeDados: { status: isDatabaseUp ? 'up' : 'down' },
      ...('queue' in receiver && { fila: read(receiver, 'queue') }),
    };
  }
}
