import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const folder = join(import.meta.dirname, '../../test-output');

/** Where Debian installs them. The headless shell takes half the CPU time. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

/** @throws Error when Chromium is not installed; the message names the package to install */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? INSTALLED.find(existsSync) ?? INSTALLED[0];
  if (!existsSync(executablePath)) {
    throw new Error(
      `No Chromium at ${executablePath}. Install one (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH.`,
    );
  }
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Saves a screenshot in `test-output/`, with animations at their end. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path, fullPage: true, animations: 'disabled' });
}
