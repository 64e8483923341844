/**
 * Like register-typescript.js, but imports of the package by its name lead to what `npm run build` wrote, as in an
 * application. What is measured there is what users install.
 */
import { register } from 'node:module';

register('./typescript-hooks.js', import.meta.url, { data: { built: true } });
