import type { StateFile } from '../../devkit/simulator/persistence/state-file.js';

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

  constructor(
    private readonly disk: VirtualDisk,
    private readonly isAlive: () => boolean,
  ) {}

  read(): string[] {
    return [this.disk.content.toString()];
  }

  write(text: string, position: number): number {
    const bytes = Buffer.from(text);
    const end = position + bytes.length;
    if (!this.isAlive()) return end;
    const { full, tear } = this.disk;
    this.put(full || tear !== undefined ? bytes.subarray(0, bytes.length >> 1) : bytes, position);
    if (full) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    if (tear === undefined) return end;
    this.disk.tear = undefined;
    tear();
    throw new Error('The process was killed in this write.');
  }

  replace(lines: Iterable<string>): number {
    const content = Buffer.from([...lines].join(''));
    if (this.isAlive()) this.disk.content = content;
    return content.length;
  }

  close(): void {
    // There is no handle to close.
  }

  private put(bytes: Buffer, position: number): void {
    const { content } = this.disk;
    const rest = content.subarray(position + bytes.length);
    this.disk.content = Buffer.concat([content.subarray(0, position), bytes, rest]);
  }
}
