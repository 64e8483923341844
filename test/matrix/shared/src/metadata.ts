/** `nest build` with SWC writes the types that the Swagger plugin finds into this file. */
export default async (): Promise<Record<string, never>> => ({});
