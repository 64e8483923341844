import type { ScenarioList, ScenarioResult } from '../simulator/index.js';
import type { CommandContext } from './command.js';
import { renderJson } from './report.js';
import { RunningBank } from './running-bank.js';
import { escapeLine } from './terminal-text.js';

/** The options of `nestjs-pix trigger`. */
export interface TriggerCommandOptions {
  readonly bank: string;
  readonly json?: true;
}

/**
 * Runs a scenario at a simulated bank, and prints what happened and what was created.
 *
 * @param scenario its id. Without one, the scenarios are listed
 * @throws CommandError if there is no such scenario, or it cannot run now
 */
export async function runScenario(
  scenario: string | undefined,
  { bank: place, json }: TriggerCommandOptions,
  { console, texts, language }: CommandContext,
): Promise<void> {
  const bank = await RunningBank.find(place, texts.bank);
  // The bank speaks Portuguese: in English, what an application should do.
  const expectations: Partial<Record<string, string>> = texts.rehearse.expectations;
  const translate = ({ id, title }: Named): string => {
    if (id === 'bank/certificate-expired') return texts.trigger.expired;
    return language === 'pt' ? title : (expectations[id] ?? title);
  };
  if (scenario === undefined) {
    const { scenarios } = await bank.get<ScenarioList>('/scenarios');
    const width = Math.max(...scenarios.map(({ id }) => id.length));
    const lines = scenarios.map(
      (one) => `${escapeLine(`${one.id.padEnd(width)}  ${translate(one)}`)}\n`,
    );
    console.out(json ? renderJson(scenarios) : lines.join(''));
    return;
  }
  const result = await bank.post<ScenarioResult>(`/scenarios/${scenario}`);
  const events = language === 'pt' ? result.events : [];
  const { faults, faultsUntil } = result;
  // Faults that stay would be a riddle in the next call.
  const left = escapeLine(texts.trigger.faults(faults.length, faultsUntil));
  const shown = describe({ ...result, title: translate(result), events });
  console.out(json ? renderJson(result) : faults.length === 0 ? shown : `${shown}\n${left}\n`);
}

type Named = Pick<ScenarioResult, 'id' | 'title'>;

function describe({ title, events, records }: ScenarioResult): string {
  const lines = [
    title,
    ...events.map(({ text }, index) => `  ${String(index + 1)}. ${text}`),
    '',
    ...records.map(({ kind, id, status, valor }) =>
      ['', kind.padEnd(KIND), id, valor, status].filter((part) => part !== undefined).join('  '),
    ),
  ];
  return `${lines.map(escapeLine).join('\n')}\n`;
}

/** The longest kind of a record, `devolucao`. */
const KIND = 9;
