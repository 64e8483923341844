import request from 'supertest';

/** The administrator of the demo. */
export const DEMO_ADMIN = { email: 'demo@loja.example', senha: 'demo' } as const;

/** Logs in to the back office. @returns the `Cookie` header of the session */
export async function logIn(
  url: string,
  person: { readonly email: string; readonly senha: string } = DEMO_ADMIN,
): Promise<string> {
  const { headers } = await request(url).post('/api/admin/session').send(person).expect(204);
  return (headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;
}
