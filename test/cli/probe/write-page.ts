import 'reflect-metadata';
import { writeFile } from 'node:fs/promises';
import {
  findPixProvider,
  pixProviders,
  type PixProviderName,
} from '../../../lib/providers/index.js';
import { compareReport, type Comparison } from '../../providers/compare-report.js';
import { probeBank, startBank } from './probe-bank.js';
import { buildPage, PAGE } from './rediscovery.js';

// `npm run docs:probe`: runs the probe against a simulated bank with each profile, and writes the tables of docs/probe.md.

const comparisons = new Map<string, Comparison>();
for (const name of Object.keys(pixProviders) as PixProviderName[]) {
  const bank = await startBank(name);
  try {
    comparisons.set(name, compareReport(await probeBank(bank), findPixProvider(name)));
  } finally {
    await bank.close();
  }
}
const { expected } = await buildPage(comparisons);
await writeFile(PAGE, expected);
console.log('The tables of docs/probe.md were written.');
