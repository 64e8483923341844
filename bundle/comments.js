import { transform } from '@swc/core';

/** Removes comments, which the declarations contain. Names, lines and indentation stay, for stack traces. */
export const withoutComments = {
  name: 'without-comments',
  async renderChunk(code, _chunk, { format, sourcemap }) {
    const { code: result, map } = await transform(code, {
      swcrc: false,
      isModule: format === 'es' ? true : 'commonjs',
      sourceMaps: Boolean(sourcemap),
      jsc: {
        target: 'es2023',
        parser: { syntax: 'ecmascript' },
        minify: { compress: false, mangle: false, format: { comments: false } },
      },
    });
    return { code: result, map: map ?? null };
  },
};

/** The packages contain neither the contract nor the decisions: declarations refer to them in the repository. */
export const documentUrls = {
  name: 'document-urls',
  renderChunk: (code) =>
    code.replace(
      /\bdocs\/(?=(interface|decisions)\.md)/g,
      'https://github.com/nestjs-pix/nestjs-pix/blob/main/docs/',
    ),
};
