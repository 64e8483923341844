/** Name of the cookie of a session. */
export const SESSION_COOKIE = 'loja_sessao';

/** Name of the cookie of a browser in which a person has logged in. */
export const BROWSER_COOKIE = 'loja_navegador';

/** Returns the value of a cookie in the `Cookie` header of a request, or an empty text. */
export function readCookie(wanted: string, cookies = ''): string {
  for (const cookie of cookies.split(';')) {
    const [name, value = ''] = cookie.trim().split('=', 2);
    if (name === wanted) return value;
  }
  return '';
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  /** Seconds; `0` deletes the cookie. */
  readonly lifetime: number;
  /** Whether the browser sends it over https (and to this machine) only. */
  readonly isSecure: boolean;
}

/** Builds a `Set-Cookie` header. Scripts cannot read the cookie, and other sites cannot send it. */
export function buildCookie({ name, value, path, lifetime, isSecure }: Cookie): string {
  const parts = [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${lifetime}`,
    'HttpOnly',
    'SameSite=Strict',
  ];
  if (isSecure) parts.push('Secure');
  return parts.join('; ');
}
