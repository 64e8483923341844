import type { JournalFile, JournalMark } from '../../lib/simulator/persistence/journal-file.js';

/** The disk of the bank: outlives its processes, and fails on command. */
export class VirtualDisk {
  content = '';
  mark: number | undefined;
  /** Whether writing fails, as on a full disk. */
  full = false;
  /** Whether the next append stops in the middle, as when the machine is killed during it. */
  tear: (() => void) | undefined;

  /** Opens the disk for a process of the bank; has no effect after `isAlive` is false. */
  open(isAlive: () => boolean): JournalFile {
    return new VirtualFile(this, isAlive);
  }
}

class VirtualFile implements JournalFile {
  readonly path = 'journal.ndjson';

  constructor(
    private readonly disk: VirtualDisk,
    private readonly isAlive: () => boolean,
  ) {}

  read(): Buffer | undefined {
    return this.disk.content === '' ? undefined : Buffer.from(this.disk.content);
  }

  append(text: string): void {
    if (!this.isAlive()) return;
    const { full, tear } = this.disk;
    if (full || tear !== undefined) this.disk.content += text.slice(0, text.length >> 1);
    if (full) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    if (tear === undefined) this.disk.content += text;
    else {
      this.disk.tear = undefined;
      tear();
      throw new Error('The process was killed in this write.');
    }
  }

  truncate(size: number): void {
    if (!this.isAlive()) return;
    if (Buffer.byteLength(this.disk.content) <= size) return;
    this.disk.content = Buffer.from(this.disk.content).subarray(0, size).toString();
  }

  replace(parts: Iterable<string>, beforeSwap: (size: number) => void): number {
    const content = [...parts].join('');
    const size = Buffer.byteLength(content);
    beforeSwap(size);
    if (this.isAlive()) this.disk.content = content;
    return size;
  }

  readMark(): JournalMark | undefined {
    const { mark } = this.disk;
    return mark === undefined ? undefined : { size: mark, at: new Date(0) };
  }

  writeMark(size: number): void {
    if (this.isAlive()) this.disk.mark = size;
  }

  close(): void {
    // There is no handle to close.
  }
}
