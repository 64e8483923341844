/**
 * The hooks of child processes. With `SKIP_BUILD=1`, packages that they import by name are what `npm run build` wrote, which
 * takes half of the time to load.
 */
export const HOOKS =
  process.env.SKIP_BUILD === '1'
    ? './test/support/register-built.js'
    : './test/support/register-typescript.js';
