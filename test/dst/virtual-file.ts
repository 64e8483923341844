import type { StateFile } from '../../devkit/simulator/persistence/state-folder.js';

/** The disk of the bank: outlives its processes, and fails on command. */
export class VirtualDisk {
  content = Buffer.alloc(0);
  /** Whether writing fails, as on a full disk. */
  full = false;
  /** Whether the next write stops in the middle, as when the machine is killed during it. */
  tear: (() => void) | undefined;

  /** Opens the disk for a process of the bank; has no effect after `isAlive` is false. */
  open(isAlive: () => boolean): StateFile {
    return new VirtualFile(this, isAlive);
  }
}

class VirtualFile implements StateFile {
  readonly path = 'state.ndjson';
  private size = 0;

  constructor(
    private readonly disk: VirtualDisk,
    private readonly isAlive: () => boolean,
  ) {}

  read(): Buffer {
    this.size = this.disk.content.lastIndexOf('\n') + 1;
    return this.disk.content;
  }

  append(lines: string): void {
    const bytes = Buffer.from(lines);
    this.write(bytes);
    this.size += bytes.length;
  }

  probe(bytes: number): void {
    this.write(Buffer.alloc(bytes, ' '));
  }

  replace(lines: Iterable<string>): void {
    const content = Buffer.from([...lines].join(''));
    if (this.isAlive()) this.disk.content = content;
    this.size = content.length;
  }

  close(): void {
    // There is no handle to close.
  }

  private write(bytes: Buffer): void {
    if (!this.isAlive()) return;
    const { full, tear } = this.disk;
    this.put(full || tear !== undefined ? bytes.subarray(0, bytes.length >> 1) : bytes);
    if (full) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    if (tear === undefined) return;
    this.disk.tear = undefined;
    tear();
    throw new Error('The process was killed in this write.');
  }

  private put(bytes: Buffer): void {
    const { content } = this.disk;
    const rest = content.subarray(this.size + bytes.length);
    this.disk.content = Buffer.concat([content.subarray(0, this.size), bytes, rest]);
  }
}
