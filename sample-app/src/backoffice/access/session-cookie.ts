/** Name of the cookie of a session. */
export const SESSION_COOKIE = 'loja_sessao';

/** Returns the token in the `Cookie` header of a request, or an empty text. */
export function readSessionToken(cookies = ''): string {
  for (const cookie of cookies.split(';')) {
    const [name, value = ''] = cookie.trim().split('=', 2);
    if (name === SESSION_COOKIE) return value;
  }
  return '';
}

/**
 * Builds the `Set-Cookie` header of a session. Scripts cannot read the cookie, and other sites cannot send it.
 *
 * @param lifetime seconds; `0` deletes the cookie
 * @param isSecure whether the browser sends it over https (and to this machine) only
 */
export function buildSessionCookie(token: string, lifetime: number, isSecure: boolean): string {
  const parts = [
    `${SESSION_COOKIE}=${token}`,
    'Path=/api/admin',
    `Max-Age=${lifetime}`,
    'HttpOnly',
    'SameSite=Strict',
  ];
  if (isSecure) parts.push('Secure');
  return parts.join('; ');
}
