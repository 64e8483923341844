import { createHmac, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Global,
  Inject,
  Injectable,
  Module,
  UnauthorizedException,
  UseGuards,
} from '@nestjs/common';
import type { ShopSettings } from '../settings/settings.js';
import { SETTINGS } from '../settings/settings.module.js';

/** Seconds that a session lasts. */
export const SESSION_TIME = 8 * 3600;

export const SESSION_COOKIE = 'loja_sessao';

const KEY_BYTES = 32;
const derive = promisify<string, string, number, Buffer>(scrypt);

/**
 * Sessions of the administrator, without a table: the cookie has the end of the session and a signature. The key comes
 * from the password, so that all processes have the same one and a new password ends all sessions.
 */
@Injectable()
export class Sessions {
  readonly #key: Promise<Buffer>;

  constructor(@Inject(SETTINGS) private readonly settings: ShopSettings) {
    this.#key = derive(settings.adminPassword, 'loja-ipe session', KEY_BYTES);
  }

  /** Returns whether both are right. Wrong ones take as long as right ones. */
  isAdmin(email: string, password: string): boolean {
    const { adminEmail, adminPassword } = this.settings;
    const isEmail = isSame(email.trim().toLowerCase(), adminEmail);
    const isPassword = isSame(password, adminPassword);
    return isEmail && isPassword;
  }

  /** Returns the value of the cookie of a new session. */
  async open(now = Date.now()): Promise<string> {
    const end = String(Math.floor(now / 1000) + SESSION_TIME);
    return `${end}.${await this.#sign(end)}`;
  }

  async isOpen(cookies: string | undefined, now = Date.now()): Promise<boolean> {
    const [end = '', signature = ''] = readCookie(SESSION_COOKIE, cookies).split('.');
    return isSame(signature, await this.#sign(end)) && Number(end) * 1000 > now;
  }

  async #sign(end: string): Promise<string> {
    return createHmac('sha256', await this.#key)
      .update(end)
      .digest('base64url');
  }
}

/** Compares by hashes, so that the time does not depend on the content. */
function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHmac('sha256', 'compare').update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}

function readCookie(wanted: string, cookies = ''): string {
  for (const cookie of cookies.split(';')) {
    const [name, value = ''] = cookie.trim().split('=', 2);
    if (name === wanted) return value;
  }
  return '';
}

@Injectable()
class SessionGuard implements CanActivate {
  constructor(private readonly sessions: Sessions) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { headers } = context
      .switchToHttp()
      .getRequest<{ headers: Readonly<Record<string, string | undefined>> }>();
    if (await this.sessions.isOpen(headers.cookie)) return true;
    throw new UnauthorizedException('A sessão terminou. Entre de novo');
  }
}

/** Only the administrator may call the routes of the controller. */
export const OnlyAdmin = () => applyDecorators(UseGuards(SessionGuard));

@Global()
@Module({ providers: [Sessions], exports: [Sessions] })
export class AccessModule {}
