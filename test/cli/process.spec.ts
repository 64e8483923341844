import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs the sources, or the built program that the project `dist-esm` of jest.config.js sets. */
const { PIX_TEST_COMMAND } = globalThis as { readonly PIX_TEST_COMMAND?: string };
const command = PIX_TEST_COMMAND
  ? [PIX_TEST_COMMAND]
  : ['--import', './test/support/register-typescript.js', 'devkit/cli/main.ts'];

describe('the nestjs-pix process', () => {
  let folder: string;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pix-cli-'));
  });
  afterAll(async () => {
    // All processes have already ended if the tests passed.
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  function start(stdio: StdioOptions, ...args: string[]): ChildProcess {
    const child = spawn(process.execPath, [...command, ...args], { cwd: root, stdio });
    children.push(child);
    return child;
  }

  const simulator = (stdio: StdioOptions) =>
    start(stdio, 'simulator', '--port', '0', '--out', folder, '--json');

  function firstLine(child: ChildProcess): Promise<string> {
    return new Promise((resolve) => {
      let text = '';
      child.stdout!.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes('\n')) resolve(text);
      });
    });
  }

  function waitForExit(
    child: ChildProcess,
  ): Promise<{ code: number | null; signal: string | null }> {
    return new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('exits with 0 on %s', async (signal) => {
    const child = simulator(['ignore', 'pipe', 'inherit']);
    const end = waitForExit(child);
    expect(JSON.parse(await firstLine(child))).toHaveProperty('url');
    child.kill(signal);
    expect(await end).toEqual({ code: 0, signal: null });
  });

  it('exits with 0 when its parent process disconnects', async () => {
    const child = simulator(['ignore', 'pipe', 'inherit', 'ipc']);
    const end = waitForExit(child);
    await firstLine(child);
    child.disconnect();
    expect(await end).toEqual({ code: 0, signal: null });
  });

  it('exits with 0 when its parent process disconnects before it is ready', async () => {
    const child = simulator(['ignore', 'ignore', 'inherit', 'ipc']);
    const end = waitForExit(child);
    child.disconnect();
    expect(await end).toEqual({ code: 0, signal: null });
  });

  it('ends quietly when the reader of its output has ended', async () => {
    const child = start(['ignore', 'pipe', 'pipe'], 'doctor', '--help');
    child.stdout!.destroy();
    let message = '';
    child.stderr!.on('data', (chunk: Buffer) => (message += chunk.toString()));
    expect(await waitForExit(child)).toEqual({ code: 0, signal: null });
    expect(message).not.toContain('EPIPE');
  });

  it('exits with 1 and a message for an invalid option', async () => {
    const child = start(['ignore', 'ignore', 'pipe'], 'simulator', '--port', 'x');
    let message = '';
    child.stderr!.on('data', (chunk: Buffer) => (message += chunk.toString()));
    expect(await waitForExit(child)).toEqual({ code: 1, signal: null });
    expect(message).toContain('--port');
  });
});
