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
import { ROLES } from '../../database/schema.js';
import { Describe } from '../../decorators/describe.js';
import { RateLimitGuard } from '../../limits/rate-limit.guard.js';
import type { ShopSettings } from '../../settings/settings.js';
import { SETTINGS } from '../../settings/settings.module.js';
import { AuditService } from '../audit/audit.service.js';
import { Admin, type CurrentAdmin, Roles, WithoutSession } from '../roles.decorator.js';
import { BROWSER_COOKIE, buildCookie, readCookie, SESSION_COOKIE } from './cookies.js';
import { BROWSER_LIFETIME, readKnownBrowser, writeKnownBrowser } from './known-browser.js';
import { LoginLimits } from './login-limits.js';
import { LoginDto } from './login.dto.js';
import { Passwords } from './passwords.js';
import type { SessionView } from './session.view.js';
import { SESSION_LIFETIME, SessionsService } from './sessions.service.js';
import { ChangePasswordDto } from './user.dto.js';
import { normalizeEmail, UsersService } from './users.service.js';

/** Login, logout and the own password. */
@ApiTags('Sessão')
@Controller('api/admin/session')
export class SessionController {
  readonly #logger = new Logger('BackOffice');

  constructor(
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
    private readonly audit: AuditService,
    private readonly limits: LoginLimits,
    private readonly passwords: Passwords,
    private readonly host: HttpAdapterHost,
    @Inject(SETTINGS) private readonly settings: ShopSettings,
  ) {}

  /** Returns who is logged in. */
  @Get()
  @Describe('Lê quem está na sessão')
  @WithoutSession(true)
  async read(@Headers('cookie') cookies?: string): Promise<SessionView> {
    const admin = await this.sessions.find(readCookie(SESSION_COOKIE, cookies));
    if (!admin) return { aberta: false, usuario: null };
    const { nome, email, papel } = admin;
    return { aberta: true, usuario: { nome, email, papel } };
  }

  /**
   * Also ends the session that the browser had, which nobody could end any more without its cookie. Wrong passwords are
   * counted for the account, apart from those in browsers that its owner has used.
   */
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
    const browser = user && readKnownBrowser(readCookie(BROWSER_COOKIE, cookies), user);
    const subject = browser === undefined ? normalizeEmail(email) : `${user?.id} ${browser}`;
    const isRight = await this.limits.check(subject, response, () =>
      this.passwords.matches(senha, user?.senhaHash),
    );
    const session = readCookie(SESSION_COOKIE, cookies);
    const token = user && isRight ? await this.sessions.open(user, session) : undefined;
    if (!user || token === undefined) {
      this.#logger.warn('A login was refused');
      await this.audit.record({ userId: user?.id ?? null, acao: 'LOGIN', resultado: 'FALHA' });
      throw new UnauthorizedException('E-mail ou senha incorretos');
    }
    this.#setCookie(response, token, SESSION_LIFETIME);
    this.#rememberBrowser(response, writeKnownBrowser(user, browser));
  }

  @Delete()
  @Describe('Sai da área da loja')
  @HttpCode(204)
  @WithoutSession(true)
  async logout(
    @Headers('cookie') cookies: string | undefined,
    @Res({ passthrough: true }) response: object,
  ): Promise<void> {
    await this.sessions.close(readCookie(SESSION_COOKIE, cookies));
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
    await this.limits.check(`password ${admin.id}`, response, async () => {
      await this.users.changePassword(admin, senhaAtual, senhaNova);
      return true;
    });
    this.#setCookie(response, '', 0);
  }

  #setCookie(response: object, value: string, lifetime: number): void {
    const cookie = { name: SESSION_COOKIE, value, path: '/api/admin', lifetime };
    const header = buildCookie({ ...cookie, isSecure: this.#isSecure });
    this.host.httpAdapter.setHeader(response, 'Set-Cookie', header);
  }

  #rememberBrowser(response: object, value: string): void {
    const path = '/api/admin/session';
    const cookie = { name: BROWSER_COOKIE, value, path, lifetime: BROWSER_LIFETIME };
    const header = buildCookie({ ...cookie, isSecure: this.#isSecure });
    this.host.httpAdapter.appendHeader(response, 'Set-Cookie', header);
  }

  /** The demo is also opened over http from other machines. */
  get #isSecure(): boolean {
    return this.settings.bank !== undefined;
  }
}
