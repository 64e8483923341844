import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const page = (name: string) => join(import.meta.dirname, name);

/** While developing, answers a path of the back office with its page. In production the Nest server does this. */
const backOfficePages: Plugin = {
  name: 'back-office-pages',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      if (/^\/admin(?:[/?]|$)/.test(request.url ?? '')) request.url = '/admin.html';
      next();
    });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [backOfficePages],
  build: {
    target: 'es2022',
    // The Content-Security-Policy allows no inline scripts and styles.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'admin.html'].map(page),
    },
  },
  server: {
    port: 5173,
    // `npm start` in another terminal.
    proxy: { '/api': 'http://localhost:3000' },
  },
});
