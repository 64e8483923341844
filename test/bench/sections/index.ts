import { clientSection } from './client.js';
import { growthSection } from './growth.js';
import { importSection } from './import.js';
import { ledgerSection } from './ledger.js';
import { memorySection } from './memory.js';
import { notificationSection, receiverSection } from './receiver.js';
import type { BenchSection } from './section.js';
import { manyChargesSection, simulatorSection } from './simulator.js';

/** The sections, in the order of the page and of the chart. */
export const sections: readonly BenchSection[] = [
  clientSection,
  receiverSection,
  notificationSection,
  ledgerSection,
  simulatorSection,
  manyChargesSection,
  importSection,
  memorySection,
  growthSection,
];
