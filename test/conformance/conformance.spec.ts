import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bodyAlterations } from './alterations/bodies.js';
import { operationAlterations } from './alterations/operations.js';
import type { Context } from './checks/check.js';
import { RecordingClient } from './checks/recording-client.js';
import { deviations } from './deviations/index.js';
import type { Schema } from './facts/build-facts.js';
import { readFacts } from './facts/facts-file.js';
import { renderReport } from './render-report.js';
import type { Report } from './report.js';
import { checkNames, runConformance, type CheckName } from './run.js';
import { Document } from './support/document.js';
import { readDeclaredTypes } from './types/declared-types.js';

const root: Schema = { ...readFacts() };
const alterations = [...operationAlterations, ...bodyAlterations];
let shared: Omit<Context, 'document'>;
/** Of the specification as it is, with all checks. */
let complete: Report;

beforeAll(async () => {
  shared = { types: readDeclaredTypes(), wire: await RecordingClient.open() };
  complete = await compare();
});
afterAll(() => shared.wire.close());

const compare = (
  altered: Schema = root,
  listed = deviations,
  checks: readonly CheckName[] = checkNames,
): Promise<Report> => runConformance({ ...shared, document: Document.of(altered) }, listed, checks);

const EXPIRES = 'constraints CobExpiracao.expiracao: 0 is refused for expiracao';

const isConstraint = ({ key }: { readonly key: string }) => key.startsWith('constraints ');

/** The list of deviations with other operations for one of them. */
const listedWith = (change: (rows: readonly string[]) => readonly string[]) =>
  deviations.map(({ reason, findings }) => ({
    reason,
    findings: findings.map(({ key, rows }) => ({
      key,
      rows: key === EXPIRES ? change(rows) : rows,
    })),
  }));

describe('conformance with the specification', () => {
  it('holds for 51 of 51 operations with 0 unexplained deviations', () => {
    expect(complete.unexplained).toEqual([]);
    expect(complete.stale).toEqual([]);
    expect([complete.conforming, complete.specified]).toEqual([51, 51]);
  });

  it('applies every check to at least one operation', () => {
    const { rows } = complete;
    for (const name of checkNames) {
      const cases = rows.map(({ outcomes }) => outcomes[name]?.cases ?? 0);
      expect([name, Math.max(...cases)]).toEqual([name, expect.any(Number)]);
      expect(Math.max(...cases)).toBeGreaterThan(0);
    }
  });

  it('has a reason for each deliberate deviation', () => {
    const { deliberate } = complete;
    for (const { reason, met } of deliberate) {
      expect(reason).toMatch(/^\S.{15,}/);
      expect(met.length).toBeGreaterThan(0);
    }
    const listed = deviations.flatMap(({ findings }) =>
      findings.flatMap(({ key, rows }) => rows.map((row) => `${key} [${row}]`)),
    );
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('reports a listed deviation that no longer occurs', async () => {
    const findings = [{ key: 'scope POST /cob: is none', rows: ['POST /cob'] }];
    const removed = { reason: 'It no longer occurs.', findings };
    const { stale, unexplained } = await compare(root, [...deviations, removed], ['scope']);
    expect(stale.filter(({ key }) => key.startsWith('scope '))).toEqual(findings);
    expect(unexplained).toEqual([]);
  });

  it('reports a deviation that occurs in an additional operation', async () => {
    const { unexplained, stale } = await compare(
      root,
      listedWith((rows) => rows.filter((row) => row !== 'PATCH /cob/{txid}')),
      ['constraints'],
    );
    expect(unexplained).toEqual([{ key: EXPIRES, rows: ['PATCH /cob/{txid}'] }]);
    expect(stale.filter(isConstraint)).toEqual([]);
  });

  it('reports a deviation that no longer occurs in one of its operations', async () => {
    const { unexplained, stale } = await compare(
      root,
      listedWith((rows) => [...rows, 'PUT /cobv/{txid}']),
      ['constraints'],
    );
    expect(unexplained).toEqual([]);
    expect(stale.filter(isConstraint)).toEqual([{ key: EXPIRES, rows: ['PUT /cobv/{txid}'] }]);
  });

  it('prints a table of operations and checks with the number of deviations', () => {
    const lines = renderReport(complete, checkNames, 'a.yaml').split('\n');
    expect(lines[2]).toMatch(/^operation +route +query +scope +status +requests +constraints/);
    expect(lines.filter((line) => /^(GET|POST|PUT|PATCH|DELETE) \//.test(line))).toHaveLength(51);
    expect(lines.at(-1)).toMatch(/^51 of 51 operations, 0 unexplained deviations \(\d+ deliberate/);
  });
});

describe('a modified specification', () => {
  it.each(alterations)('is detected by $check: $what', async ({ check, alter }) => {
    const altered = structuredClone(root);
    alter(altered);
    const { unexplained, stale } = await compare(altered, deviations, [check as CheckName]);
    const detected = [...unexplained, ...stale].map(({ key }) => key);
    expect(detected.filter((key) => key.startsWith(`${check} `))).not.toEqual([]);
  });

  it('covers every check', () => {
    expect(new Set(alterations.map(({ check }) => check))).toEqual(new Set(checkNames));
  });
});

describe('an invalid OpenAPI file', () => {
  it('is refused with the reason', () => {
    expect(() => Document.read('/nowhere/openapi.yaml')).toThrow('no file at /nowhere');
    expect(() => Document.of('text')).toThrow('no OpenAPI document');
    expect(() => Document.of({ openapi: '3.0.3' })).toThrow('no OpenAPI document');
    const dangling = structuredClone(root);
    dangling.paths['/cob'].post.requestBody.$ref = '#/components/requestBodies/Nenhum';
    expect(() => Document.of(dangling).operations()).toThrow('does not exist in the file');
  });
});
