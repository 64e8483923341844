import { stripVTControlCharacters } from 'node:util';

import { describe, expect, it } from '@jest/globals';
import { decode as decodePng } from 'fast-png';
import decodeQR from 'qr/decode.js';

import { renderQrCode } from '../../lib/brcode/index.js';
import { isValidationError } from '../../lib/errors/index.js';
import { vectors } from './vectors.js';

interface Raster {
  readonly side: number;
  readonly isDark: (x: number, y: number) => boolean;
}

function read({ side, isDark }: Raster): string {
  const data = new Uint8Array(side * side * 4).fill(255);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (isDark(x, y)) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3);
    }
  }
  return decodeQR({ width: side, height: side, data }, { timeLimit: 5000 });
}

function ofPng(png: Buffer): Raster {
  const { width, height, data, depth, channels } = decodePng(png, { checkCrc: true });
  expect([width, depth, channels]).toEqual([height, 1, 1]);
  const bytesPerLine = Math.ceil(width / 8);
  return {
    side: width,
    isDark: (x, y) => (data[y * bytesPerLine + (x >> 3)]! & (0x80 >> (x & 7))) === 0,
  };
}

/** Draws the path in units of the viewBox, and then scales it to pixels. */
function ofSvg(svg: string): Raster {
  const [, width, view] = /width="(\d+)" height="\1" viewBox="0 0 (\d+) \2"/.exec(svg)!;
  const scale = Number(width) / Number(view);
  const dark = new Set<string>();
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let i = 0; i < Number(length); i += 1) dark.add(`${Number(x) + i},${y!}`);
  }
  return {
    side: Number(width),
    isDark: (x, y) => dark.has(`${Math.floor(x / scale)},${Math.floor(y / scale)}`),
  };
}

function ofTerminal(text: string): Raster {
  const lines = stripVTControlCharacters(text).trimEnd().split('\n');
  const scale = 4;
  const width = lines[0]!.length;
  return {
    side: width * scale,
    isDark: (px, py) => {
      const [x, y] = [Math.floor(px / scale), Math.floor(py / scale)];
      const cell = lines[y >> 1]?.[x] ?? ' ';
      return cell === '█' || cell === (y % 2 === 0 ? '▀' : '▄');
    },
  };
}

describe('renderQrCode', () => {
  it.each(vectors)(
    'renders $from as PNG, SVG and terminal text that can be scanned',
    ({ text }) => {
      expect(read(ofPng(renderQrCode(text, { format: 'png' })))).toBe(text);
      expect(read(ofSvg(renderQrCode(text, { format: 'svg' })))).toBe(text);
      expect(read(ofTerminal(renderQrCode(text, { format: 'terminal', margin: 4 })))).toBe(text);
    },
  );

  it('multiplies pixels by scale and adds margin modules', () => {
    const side = (options: { scale?: number; margin?: number }) =>
      decodePng(renderQrCode('pix', { format: 'png', ...options })).width;
    expect(side({ scale: 1, margin: 0 })).toBe(21);
    expect(side({ scale: 3, margin: 2 })).toBe(75);
    expect(side({})).toBe((21 + 8) * 8);
  });

  it('renders a PNG of any scale and margin that can be scanned', () => {
    for (const [scale, margin] of [
      [2, 4],
      [5, 3],
      [7, 1],
    ] as const) {
      const png = renderQrCode(vectors[0]!.text, { format: 'png', scale, margin });
      expect(read(ofPng(png))).toBe(vectors[0]!.text);
    }
  });

  it('renders a self-contained SVG without the text of the code', () => {
    const svg = renderQrCode('<script>', { format: 'svg' });
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
    expect(svg).not.toContain('script');
  });

  it.each([
    { scale: 3, margin: 2 },
    { scale: 1, margin: 0 },
  ])('draws the same modules with a white margin in each format: %j', (options) => {
    const { scale, margin } = options;
    const rasters = {
      png: ofPng(renderQrCode('pix', { format: 'png', ...options })),
      svg: ofSvg(renderQrCode('pix', { format: 'svg', ...options })),
    };
    const modules = ofTerminal(renderQrCode('pix', { format: 'terminal', margin: 0 }));
    const isExpected = (x: number, y: number) => {
      const [column, row] = [Math.floor(x / scale) - margin, Math.floor(y / scale) - margin];
      const isInside = column >= 0 && column < 21 && row >= 0 && row < 21;
      return isInside && modules.isDark(column * 4, row * 4);
    };
    for (const [format, { side, isDark }] of Object.entries(rasters)) {
      expect([format, side]).toEqual([format, (21 + 2 * margin) * scale]);
      const pixels = Array.from(
        { length: side * side },
        (_, at) => [at % side, (at / side) | 0] as const,
      );
      const wrong = pixels.filter(([x, y]) => isDark(x, y) !== isExpected(x, y));
      expect([format, wrong]).toEqual([format, []]);
    }
  });

  it('has the size of its options', () => {
    const side = (format: 'svg' | 'terminal', options: object) => {
      const text = renderQrCode('pix', { format, ...options });
      return format === 'svg' ? ofSvg(text).side : ofTerminal(text).side / 4;
    };
    expect(side('svg', { scale: 2, margin: 1 })).toBe(46);
    expect(side('svg', {})).toBe((21 + 8) * 8);
    expect(side('terminal', {})).toBe(25);
    expect(side('terminal', { margin: 0 })).toBe(21);
    const lines = renderQrCode('pix', { format: 'terminal', margin: 1 }).split('\n');
    // 23 rows of modules and an empty one, two per line, and the end of the last line.
    expect(lines).toHaveLength(12 + 1);
    expect(
      new Set(lines.slice(0, -1).map((line) => stripVTControlCharacters(line).length)),
    ).toEqual(new Set([23]));
  });

  it('merges adjacent modules of a row in the SVG', () => {
    const svg = renderQrCode('pix', { format: 'svg', margin: 0 });
    // The finder patterns in the corners: seven dark modules, then two with five light ones between them.
    expect(svg).toContain('d="M0 0h7v1h-7z');
    expect(svg).toContain('M14 0h7v1h-7z');
    expect(svg).toContain('M0 1h1v1h-1zM6 1h1v1h-1z');
  });

  it('accepts the limits of text, scale and margin', () => {
    const png = (text: string, options: object) =>
      renderQrCode(text, { format: 'png', ...options });
    expect(decodePng(png('x'.repeat(2331), { scale: 1 })).width).toBe(177 + 8);
    expect(decodePng(png('pix', { scale: 32, margin: 0 })).width).toBe(21 * 32);
    expect(decodePng(png('pix', { scale: 1, margin: 64 })).width).toBe(21 + 128);
  });

  it('sets and resets the colors of each terminal line', () => {
    const lines = renderQrCode('pix', { format: 'terminal' }).trimEnd().split('\n');
    expect(lines).toHaveLength(13);
    for (const line of lines) {
      expect(line.startsWith('\u001B[30;107m')).toBe(true);
      expect(line.endsWith('\u001B[0m')).toBe(true);
    }
  });

  it.each([
    ['text', '', {}],
    ['text', 'x'.repeat(2332), {}],
    ['text', 5 as never, {}],
    ['scale', 'pix', { scale: 33 }],
    ['margin', 'pix', { margin: 65 }],
    ['scale', 'pix', { scale: 0 }],
    ['scale', 'pix', { scale: 1.5 }],
    ['margin', 'pix', { margin: -1 }],
    ['format', 'pix', { format: 'gif' as 'png' }],
  ])('refuses an invalid %s and names it', (field, text, options) => {
    let caught: unknown;
    try {
      renderQrCode(text, { format: 'png', ...options });
    } catch (error) {
      caught = error;
    }
    expect(isValidationError(caught) && caught.field).toBe(field);
  });
});
