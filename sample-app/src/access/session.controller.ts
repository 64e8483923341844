import {
  Body,
  Controller,
  Delete,
  Get,
  Headers,
  HttpCode,
  Ip,
  Post,
  Res,
  UnauthorizedException,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { IsString, MaxLength } from 'class-validator';
import { HOUR, RateLimiter } from '../http/rate-limit.js';
import { Sessions } from './session.guard.js';

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

/** An address may use a fifth of what all strangers may use together: one alone keeps nobody out. */
const SHARE = 5;

/** The session of the administrator. */
@Controller('api/admin/session')
export class SessionController {
  constructor(
    private readonly sessions: Sessions,
    private readonly limiter: RateLimiter,
    private readonly host: HttpAdapterHost,
  ) {}

  @Get()
  async read(@Headers('cookie') cookies?: string): Promise<SessionView> {
    return { aberta: await this.sessions.isOpen(cookies) };
  }

  /**
   * A browser that has logged in before has a limit of its own, so that nobody can keep it out. All others share one for
   * each address, and one for the account, which bounds who guesses from many addresses.
   *
   * @throws UnauthorizedException when the e-mail address or the password is wrong
   * @throws HttpException 429 when there were too many attempts
   */
  @Post()
  @HttpCode(200)
  async open(
    @Body() { email, senha }: LoginDto,
    @Ip() address: string,
    @Res({ passthrough: true }) response: object,
    @Headers('cookie') cookies?: string,
  ): Promise<SessionView> {
    const browser = await this.sessions.findBrowser(cookies);
    await this.limiter.count(`login ${browser ?? address}`, response);
    if (browser === undefined) {
      await this.limiter.count(`login in an hour ${address}`, response, HOUR, SHARE);
      await this.limiter.count('login of strangers', response, HOUR);
    }
    if (!this.sessions.isAdmin(email, senha)) {
      throw new UnauthorizedException('E-mail ou senha incorretos');
    }
    this.#setCookie(response, await this.sessions.open());
    const known = await this.sessions.rememberBrowser(browser);
    this.host.httpAdapter.appendHeader(response, 'Set-Cookie', known);
    return { aberta: true };
  }

  @Delete()
  close(@Res({ passthrough: true }) response: object): SessionView {
    this.#setCookie(response, this.sessions.close());
    return { aberta: false };
  }

  #setCookie(response: object, cookie: string): void {
    this.host.httpAdapter.setHeader(response, 'Set-Cookie', cookie);
  }
}
