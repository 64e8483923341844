import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DiskJournalFile } from '../../../lib/simulator/persistence/journal-file.js';
import { Journal } from '../../../lib/simulator/persistence/journal.js';
import {
  encodeRecord,
  resolveReferences,
} from '../../../lib/simulator/persistence/record-codec.js';

describe('the journal of a state folder', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pix-journal-'));
    path = join(folder, 'journal.ndjson');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function read(): unknown[][] {
    const lines: unknown[][] = [];
    Journal.open(path, (line) => lines.push(line)).close();
    return lines;
  }

  it('returns the lines that were added', () => {
    const journal = Journal.open(path, () => undefined);
    journal.append('["a",1]\n["b","ç"]\n');
    journal.close();
    expect(read()).toEqual([
      ['a', 1],
      ['b', 'ç'],
    ]);
  });

  it.each(['["c', '["c",{"x":"y', '["c"]', '\0\0\0\0', '["c",1]\n["d"'])(
    'truncates an unfinished last line, and appends after the rest: %j',
    (torn) => {
      const journal = Journal.open(path, () => undefined);
      journal.append('["a"]\n["b"]\n');
      journal.close();
      appendFileSync(path, torn);
      const whole = torn.includes('\n') ? [['a'], ['b'], ['c', 1]] : [['a'], ['b']];
      const again = Journal.open(path, () => undefined);
      again.append('["e"]\n');
      again.close();
      expect(read()).toEqual([...whole, ['e']]);
    },
  );

  it('truncates an unreadable last line', () => {
    Journal.open(path, () => undefined).close();
    appendFileSync(path, '["a"]\n\0\0\0\0\n');
    expect(read()).toEqual([['a']]);
  });

  it('reports damage before the last line with its position, and changes nothing', () => {
    Journal.open(path, () => undefined).close();
    appendFileSync(path, '["a"]\n{"b"\n["c"]\n');
    const before = readFileSync(path);
    expect(read).toThrow(/journal\.ndjson is damaged at line 3/);
    expect(readFileSync(path)).toEqual(before);
  });

  it.each(['["another program",7]\n["a"]\n', 'hello\nworld\n'])(
    'refuses a file of another program: %j',
    (content) => {
      writeFileSync(path, content);
      expect(read).toThrow(/journal\.ndjson/);
      expect(readFileSync(path, 'utf8')).toBe(content);
    },
  );

  it('contains all or no lines of an append, wherever the file is truncated', () => {
    const journal = Journal.open(path, () => undefined);
    journal.append('["a"]\n');
    journal.append('["b"]\n["c"]\n["d"]\n');
    journal.close();
    const whole = readFileSync(path);
    const all = [['a'], ['b'], ['c'], ['d']];
    for (let size = whole.length; size >= whole.indexOf('["+"'); size -= 1) {
      writeFileSync(path, whole.subarray(0, size));
      expect(read()).toEqual(size === whole.length ? all : [['a']]);
      const again = Journal.open(path, () => undefined);
      again.append('["e"]\n');
      again.close();
      expect(read().at(-1)).toEqual(['e']);
    }
  });

  it('contains nothing of an append that failed in the middle, including after a kill', () => {
    const file = new DiskJournalFile(path);
    const journal = Journal.open(file, () => undefined);
    journal.append('["a"]\n');
    const append = file.append.bind(file);
    file.append = (text) => {
      append(text.slice(0, -2));
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    };
    expect(() => journal.append('["b"]\n["c"]\n')).toThrow('ENOSPC');
    expect(read()).toEqual([['a']]);
    file.truncate = () => {
      throw new Error('EIO');
    };
    expect(() => journal.append('["b"]\n["c"]\n')).toThrow('ENOSPC');
    expect(read()).toEqual([['a']]);
    journal.close();
  });

  it('is replaced atomically', () => {
    const journal = Journal.open(path, () => undefined);
    journal.append('["a"]\n["b"]\n');
    journal.replace(['["c"]\n', '["d"]\n']);
    journal.append('["e"]\n');
    expect(journal.size).toBe(readFileSync(path).length);
    journal.close();
    expect(read()).toEqual([['c'], ['d'], ['e']]);
  });
});

describe('encodeRecord', () => {
  it('encodes references to other records, which resolve to the same objects', () => {
    const loc = { id: 7 };
    const pix = { endToEndId: 'E1', devolucoes: [] };
    const cob = { txid: 'a', loc, pix: [pix], limite: Infinity, conteudo: { valor: '1.00' } };
    const references = new Map<object, [string, string]>([
      [loc, ['locs', '7']],
      [pix, ['pix', 'E1']],
      [cob, ['cobs', 'a']],
    ]);
    const text = encodeRecord(cob, (value) => references.get(value));
    expect(text).not.toContain('devolucoes');
    const read = JSON.parse(text) as typeof cob;
    resolveReferences(read, ([store]) => (store === 'locs' ? loc : pix));
    expect(read).toEqual(cob);
    expect(read.loc).toBe(loc);
    expect(read.pix[0]).toBe(pix);
  });

  it('preserves a body with any property names', () => {
    const body = JSON.parse(
      '{"a":{"$record":5},"b":[{"$number":"1"}],"__proto__":{"$":1},"$c":{"$$record":["d","7"]}}',
    ) as object;
    const read = JSON.parse(encodeRecord({ body }, () => undefined)) as object;
    resolveReferences(read, () => ({ mistaken: 'for a record' }));
    expect(JSON.stringify(read)).toBe(JSON.stringify({ body }));
  });
});
