import { createHmac, randomUUID, scrypt, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
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

/** Seconds that a session lasts, and that it lasts without a request. */
const SESSION_TIME = 8 * 3600;
const IDLE_TIME = 30 * 60;
/** Seconds between two renewals of the cookie. */
const RENEWAL = 60;

/** Seconds that a browser is known after its last login. */
const KNOWN_TIME = 180 * 24 * 3600;

/** Who decides in the back office, for the history of charges. */
export const ADMIN = { by: 'admin' };

export const SESSION_COOKIE = 'loja_sessao';
export const BROWSER_COOKIE = 'loja_navegador';

const KEY_BYTES = 32;
const derive = promisify<string, string, number, Buffer>(scrypt);

/**
 * Sessions of the administrator, without a table: the cookie has the end of the session, the end without another request
 * and a signature. The key comes from the password, so that all processes have the same one and a new password ends all
 * sessions.
 */
@Injectable()
export class Sessions {
  /** Of a known host: a browser takes a cookie with this prefix only from the shop itself, over https. */
  readonly #prefix: string;
  readonly #key: Promise<Buffer>;

  constructor(@Inject(SETTINGS) private readonly settings: ShopSettings) {
    this.#prefix = settings.bank ? '__Host-' : '';
    this.#key = derive(settings.adminPassword, 'loja-ipe session', KEY_BYTES);
  }

  /** Returns whether both are right. Wrong ones take as long as right ones. */
  isAdmin(email: string, password: string): boolean {
    const { adminEmail, adminPassword } = this.settings;
    const isEmail = isSame(email.trim().toLowerCase(), adminEmail);
    const isPassword = isSame(password, adminPassword);
    return isEmail && isPassword;
  }

  /** Returns the cookie of a new session. */
  open(now = Date.now()): Promise<string> {
    const seconds = Math.floor(now / 1000);
    return this.#write(seconds + SESSION_TIME, seconds);
  }

  /** Returns the cookie that ends a session. */
  close(): string {
    return this.#toCookie(SESSION_COOKIE, '', 0);
  }

  async isOpen(cookies: string | undefined, now = Date.now()): Promise<boolean> {
    const [end, idleEnd, signature = ''] = this.#read(cookies);
    const isSigned = isSame(signature, await this.#sign(`${end}.${idleEnd}`));
    return isSigned && Math.min(Number(end), Number(idleEnd)) * 1000 > now;
  }

  /** Returns the next cookie of an open session; `undefined` while the present one is new. */
  async renew(cookies: string | undefined, now = Date.now()): Promise<string | undefined> {
    const [end, idleEnd] = this.#read(cookies).map(Number);
    const seconds = Math.floor(now / 1000);
    if (end === undefined || Number(idleEnd) - seconds > IDLE_TIME - RENEWAL) return undefined;
    return this.#write(end, seconds);
  }

  /** Returns the cookie of a browser that has logged in, which a new password makes unknown again. */
  async rememberBrowser(id: string = randomUUID()): Promise<string> {
    return this.#toCookie(BROWSER_COOKIE, `${id}.${await this.#sign(`browser ${id}`)}`, KNOWN_TIME);
  }

  /** Returns the id of a browser that has logged in before. */
  async findBrowser(cookies: string | undefined): Promise<string | undefined> {
    const [id = '', signature = ''] = readCookie(this.#prefix + BROWSER_COOKIE, cookies).split('.');
    return isSame(signature, await this.#sign(`browser ${id}`)) ? id : undefined;
  }

  #read(cookies: string | undefined): string[] {
    return readCookie(this.#prefix + SESSION_COOKIE, cookies).split('.');
  }

  async #write(end: number, now: number): Promise<string> {
    const times = `${end}.${now + IDLE_TIME}`;
    return this.#toCookie(SESSION_COOKIE, `${times}.${await this.#sign(times)}`, end - now);
  }

  /** Scripts cannot read the cookie, and pages of other sites cannot send it. */
  #toCookie(name: string, value: string, lifetime: number): string {
    const cookie = `${this.#prefix}${name}=${value}; Path=/; Max-Age=${lifetime}; HttpOnly; SameSite=Strict`;
    // Over https (and to this machine) only; the demo is also opened by the address of this machine.
    return this.settings.bank ? `${cookie}; Secure` : cookie;
  }

  async #sign(text: string): Promise<string> {
    return createHmac('sha256', await this.#key)
      .update(text)
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
    const http = context.switchToHttp();
    const { cookie } = http.getRequest<IncomingMessage>().headers;
    if (!(await this.sessions.isOpen(cookie))) {
      throw new UnauthorizedException('A sessão terminou. Entre de novo');
    }
    const renewed = await this.sessions.renew(cookie);
    if (renewed !== undefined) http.getResponse<ServerResponse>().setHeader('Set-Cookie', renewed);
    return true;
  }
}

/** Only the administrator may call the routes of the controller. */
export const OnlyAdmin = () => applyDecorators(UseGuards(SessionGuard));

@Global()
@Module({ providers: [Sessions], exports: [Sessions] })
export class AccessModule {}
