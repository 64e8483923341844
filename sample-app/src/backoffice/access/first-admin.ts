import { ConflictException, Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { ShopSettings } from '../../settings/settings.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { UsersService } from './users.service.js';

/**
 * Creates the administrator of the configuration, if no account has its e-mail address. An account that exists keeps its
 * password.
 */
@Injectable()
export class FirstAdmin implements OnModuleInit {
  readonly #logger = new Logger('BackOffice');

  constructor(
    private readonly users: UsersService,
    @Inject(SETTINGS) private readonly settings: ShopSettings,
  ) {}

  async onModuleInit(): Promise<void> {
    const { adminEmail: email, adminPassword: senha } = this.settings;
    if (await this.users.findByEmail(email)) return;
    try {
      await this.users.create(null, { email, nome: 'Administração', papel: 'ADMIN', senha });
      this.#logger.log('The administrator of the configuration was created');
    } catch (error) {
      // Another process that started at the same time has created it.
      if (!(error instanceof ConflictException)) throw error;
    }
  }
}
