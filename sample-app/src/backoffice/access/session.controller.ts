import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Inject,
  Logger,
  Post,
  Put,
  Res,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiTags } from '@nestjs/swagger';
import { Describe } from '../../docs/describe.js';
import { RateLimitGuard } from '../../limits/rate-limit.guard.js';
import type { ShopSettings } from '../../settings/settings.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { AuditService } from '../audit/audit.service.js';
import { ChangePasswordDto } from '../users/user.dto.js';
import { UsersService } from '../users/users.service.js';
import { LoginDto } from './login.dto.js';
import { isPassword } from './password.js';
import { ROLES } from './role.js';
import { Admin, type CurrentAdmin, Roles, WithoutSession } from './roles.decorator.js';
import { buildSessionCookie, readSessionToken } from './session-cookie.js';
import type { SessionView } from './session.view.js';
import { SESSION_LIFETIME, SessionsService } from './sessions.service.js';

/** Login, logout and the own password. */
@ApiTags('Sessão')
@Controller('api/admin/session')
export class SessionController {
  readonly #logger = new Logger('BackOffice');

  constructor(
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
    private readonly audit: AuditService,
    private readonly host: HttpAdapterHost,
    @Inject(SETTINGS) private readonly settings: ShopSettings,
  ) {}

  /** Returns who is logged in. */
  @Get()
  @Describe('Lê quem está na sessão')
  @WithoutSession(true)
  async read(@Headers('cookie') cookies?: string): Promise<SessionView> {
    const admin = await this.sessions.find(readSessionToken(cookies));
    if (!admin) return { aberta: false, usuario: null };
    const { nome, email, papel } = admin;
    return { aberta: true, usuario: { nome, email, papel } };
  }

  /** Also ends the session that the browser had, which nobody could end any more without its cookie. */
  @Post()
  @Describe('Entra na área da loja', 401)
  @HttpCode(204)
  @WithoutSession(true)
  @UseGuards(RateLimitGuard)
  async login(
    @Body() { email, senha }: LoginDto,
    @Headers('cookie') cookies: string | undefined,
    @Res({ passthrough: true }) response: object,
  ): Promise<void> {
    const user = await this.users.findByEmail(email);
    const isRight = await isPassword(senha, user?.senhaHash);
    const token =
      user && isRight ? await this.sessions.open(user, readSessionToken(cookies)) : undefined;
    if (token === undefined) {
      this.#logger.warn('A login was refused');
      await this.audit.record({ userId: user?.id ?? null, acao: 'LOGIN', resultado: 'FALHA' });
      throw new UnauthorizedException('E-mail ou senha incorretos');
    }
    this.#setCookie(response, token, SESSION_LIFETIME);
  }

  @Delete()
  @Describe('Sai da área da loja')
  @HttpCode(204)
  @WithoutSession(true)
  async logout(
    @Headers('cookie') cookies: string | undefined,
    @Res({ passthrough: true }) response: object,
  ): Promise<void> {
    await this.sessions.close(readSessionToken(cookies));
    this.#setCookie(response, '', 0);
  }

  /** Changes the own password and ends all own sessions, this one included. */
  @Put('password')
  @Describe('Troca a própria senha e encerra as próprias sessões', 422)
  @HttpCode(204)
  @Roles(ROLES)
  @UseGuards(RateLimitGuard)
  async changePassword(
    @Admin() admin: CurrentAdmin,
    @Body() { senhaAtual, senhaNova }: ChangePasswordDto,
    @Res({ passthrough: true }) response: object,
  ): Promise<void> {
    await this.users.changePassword(admin, senhaAtual, senhaNova);
    this.#setCookie(response, '', 0);
  }

  #setCookie(response: object, token: string, lifetime: number): void {
    // The demo is also opened over http from other machines.
    const cookie = buildSessionCookie(token, lifetime, this.settings.bank !== undefined);
    this.host.httpAdapter.setHeader(response, 'Set-Cookie', cookie);
  }
}
