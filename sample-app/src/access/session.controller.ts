import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Inject,
  Ip,
  Post,
  Res,
  UnauthorizedException,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { IsString, MaxLength } from 'class-validator';
import { RateLimiter } from '../http/rate-limit.js';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';
import { SESSION_COOKIE, SESSION_TIME, Sessions } from './session.guard.js';

export interface SessionView {
  readonly aberta: boolean;
}

class LoginDto {
  @IsString({ message: 'O e-mail deve ser um texto' })
  @MaxLength(254, { message: 'O e-mail é longo demais' })
  email!: string;

  @IsString({ message: 'A senha deve ser um texto' })
  @MaxLength(200, { message: 'A senha é longa demais' })
  senha!: string;
}

/** The session of the administrator. */
@Controller('api/admin/session')
export class SessionController {
  constructor(
    private readonly sessions: Sessions,
    private readonly limiter: RateLimiter,
    private readonly host: HttpAdapterHost,
    @Inject(SETTINGS) private readonly settings: ShopSettings,
  ) {}

  @Get()
  async read(@Headers('cookie') cookies?: string): Promise<SessionView> {
    return { aberta: await this.sessions.isOpen(cookies) };
  }

  /** @throws UnauthorizedException when the e-mail address or the password is wrong */
  @Post()
  @HttpCode(200)
  async open(
    @Body() { email, senha }: LoginDto,
    @Ip() address: string,
    @Res({ passthrough: true }) response: object,
  ): Promise<SessionView> {
    await this.limiter.count(`login ${address}`, response);
    if (!this.sessions.isAdmin(email, senha)) {
      throw new UnauthorizedException('E-mail ou senha incorretos');
    }
    this.#setCookie(response, await this.sessions.open(), SESSION_TIME);
    return { aberta: true };
  }

  @Delete()
  close(@Res({ passthrough: true }) response: object): SessionView {
    this.#setCookie(response, '', 0);
    return { aberta: false };
  }

  /** Scripts cannot read the cookie, and pages of other sites cannot send it. */
  #setCookie(response: object, value: string, lifetime: number): void {
    const cookie = [
      `${SESSION_COOKIE}=${value}`,
      'Path=/api',
      `Max-Age=${lifetime}`,
      'HttpOnly',
      'SameSite=Strict',
      // Over https (and to this machine) only; the demo is also opened by the address of this machine.
      ...(this.settings.bank ? ['Secure'] : []),
    ].join('; ');
    this.host.httpAdapter.setHeader(response, 'Set-Cookie', cookie);
  }
}
