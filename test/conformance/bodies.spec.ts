import { describe, expect, it } from '@jest/globals';
import {
  allOperations,
  collectViolations,
  operationName,
  type DtoClass,
} from '../../lib/contract/index.js';
import { fieldsOf } from '../../lib/contract/validation/index.js';
import { withField } from '../contract/support/refusals.js';
import { samples, txid } from '../contract/support/samples.js';
import { constraintsOf, type Constraint } from './support/constraints.js';
import { Document } from './support/document.js';

/** Constraints of the file that are not enforced, each with its reason. Path and rule. */
const LENIENT: Readonly<Record<string, string>> = {
  'CobSolicitadaDto calendario required': 'its own examples leave it out (decisions.md)',
  '* loc.tipoCob required': 'the schema demands a field that it does not define (decisions.md)',
  'RecSolicitadaDto idRec required': 'not sent on creation (decisions.md)',
  'RecSolicitadaDto retentativa required': 'not sent on creation, and no such field (decisions.md)',
  'SolicRecSolicitadaDto pagador required': 'not sent on creation (decisions.md)',
  '* devedor.cpf required': 'cpf or cnpj (decisions.md)',
  '* devedor.cnpj required': 'cpf or cnpj (decisions.md)',
  '* destinatario.cpf required': 'cpf or cnpj (decisions.md)',
  '* destinatario.cnpj required': 'cpf or cnpj (decisions.md)',
};

/** Fields that the DTO demands and the file does not, each with its reason. */
const STRICTER: Readonly<Record<string, string>> = {
  'CobRStatusRevisadaDto status': 'the body has no other field (interface.md, Endpoints)',
};

const TROCO = {
  original: '5.00',
  retirada: {
    troco: {
      valor: '5.00',
      modalidadeAlteracao: 0,
      modalidadeAgente: 'AGTEC',
      prestadorDoServicoDeSaque: '12345678',
    },
  },
};
const PER_DAY = { modalidade: 3, valorPerc: '1.00' };
const REMOVED = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

/** A sample with a company where it has a person. */
function withCnpj(name: string, path: string): object {
  const withoutCpf = withField(samples[name]!, `${path}.cpf`, undefined);
  return withField(withoutCpf, `${path}.cnpj`, '12345678000195');
}

/** A sample with one part replaced. */
const withPart = (name: string, path: string, part: unknown) =>
  withField(samples[name]!, path, part);

/** Bodies with parts that no sample has, since they exclude parts that it has. */
const alternatives: Readonly<Record<string, readonly object[]>> = {
  CobSolicitadaDto: [
    withPart('CobSolicitadaDto', 'valor', TROCO),
    withCnpj('CobSolicitadaDto', 'devedor'),
  ],
  CobRevisadaDto: [
    withPart('CobRevisadaDto', 'valor', TROCO),
    withCnpj('CobRevisadaDto', 'devedor'),
    { status: REMOVED },
  ],
  CobVSolicitadaDto: [
    withPart('CobVSolicitadaDto', 'valor.desconto', PER_DAY),
    withCnpj('CobVSolicitadaDto', 'devedor'),
  ],
  CobVRevisadaDto: [
    withPart('CobVRevisadaDto', 'valor.desconto', PER_DAY),
    withCnpj('CobVRevisadaDto', 'devedor'),
    { status: REMOVED },
  ],
  LoteCobVBodyDto: [
    withPart('LoteCobVBodyDto', 'cobsv[0].valor.desconto', PER_DAY),
    withCnpj('LoteCobVBodyDto', 'cobsv[0].devedor'),
  ],
  LoteCobVBodyRevisadoDto: [
    withPart('LoteCobVBodyRevisadoDto', 'cobsv[0].valor.desconto', PER_DAY),
    withCnpj('LoteCobVBodyRevisadoDto', 'cobsv[0].devedor'),
    { cobsv: [{ txid, status: REMOVED }] },
  ],
  RecSolicitadaDto: [
    withPart('RecSolicitadaDto', 'valor', { valorMinimoRecebedor: '5.00' }),
    withCnpj('RecSolicitadaDto', 'vinculo.devedor'),
  ],
  SolicRecSolicitadaDto: [withCnpj('SolicRecSolicitadaDto', 'destinatario')],
};

function has(value: unknown, path: string): boolean {
  const keys = path.split(/\.|\[(\d+)\]\.?/).filter(Boolean);
  let part = value;
  for (const key of keys) {
    if (typeof part !== 'object' || part === null || !(key in part)) return false;
    part = (part as Record<string, unknown>)[key];
  }
  return true;
}

const parentOf = (path: string) => path.replace(/(^|\.)[^.]+$/, '');

/** Deviations that were met, since one that no longer is should not be listed. */
const met = new Set<string>();

function isListed(key: string, list: Readonly<Record<string, string>>): boolean {
  if (key in list) met.add(key);
  return key in list;
}

function isLenient(dto: DtoClass, { path, rule }: Constraint): boolean {
  const place = path.replace(/^.*\]\./, '').replace(/^vinculo\./, '');
  return (
    isListed(`${dto.name} ${path} ${rule}`, LENIENT) || isListed(`* ${place} ${rule}`, LENIENT)
  );
}

/** Required fields of a class by path. */
function requiredPaths(dto: DtoClass, path = ''): string[] {
  return [...fieldsOf(dto)].flatMap(([property, { schema, nested }]) => {
    const here = path === '' ? property : `${path}.${property}`;
    const isList = typeof schema.type === 'function' && Array.isArray(schema.type());
    return [
      ...(schema.required ? [here] : []),
      ...(nested ? requiredPaths(nested(), isList ? `${here}[0]` : here) : []),
    ];
  });
}

/** Every field of a class by path. */
function allPaths(dto: DtoClass, path = ''): string[] {
  return [...fieldsOf(dto)].flatMap(([property, { schema, nested }]) => {
    const here = path === '' ? property : `${path}.${property}`;
    const isList = typeof schema.type === 'function' && Array.isArray(schema.type());
    return [here, ...(nested ? allPaths(nested(), isList ? `${here}[0]` : here) : [])];
  });
}

const document = Document.find();

(document ? describe : describe.skip)('bodies, by the specification file', () => {
  const bodies = new Map<DtoClass, Constraint[]>();
  for (const { name, body } of document?.operations() ?? []) {
    const dto = allOperations.find((row) => operationName(row) === name)?.body;
    if (body && dto) bodies.set(dto, constraintsOf(document!, body));
  }

  for (const [dto, constraints] of bodies) {
    describe(dto.name, () => {
      const values = [samples[dto.name]!, ...(alternatives[dto.name] ?? [])];

      it('refuses each constraint of the file broken one at a time, with the field named', () => {
        expect(constraints.length).toBeGreaterThan(0);
        for (const constraint of constraints) {
          const { path, rule, breach } = constraint;
          if (isLenient(dto, constraint)) continue;
          const fitting =
            values.find((value) => has(value, path)) ??
            values.find((value) => rule === 'required' && has(value, parentOf(path)));
          expect([path, rule, fitting !== undefined]).toEqual([path, rule, true]);
          const refused = collectViolations(dto, withField(fitting!, path, breach)).map(
            ({ propriedade }) => propriedade,
          );
          // An item that is no object is the list's fault.
          const named = path.replace(/\[0\]$/, '');
          expect([path, rule, refused]).toEqual([path, rule, expect.arrayContaining([named])]);
        }
      });

      it('knows every field of the file', () => {
        const known = new Set(allPaths(dto));
        const missing = constraints
          .filter((constraint) => constraint.rule !== 'required')
          .map(({ path }) => path)
          .filter((path) => !known.has(path.replace(/\[0\]$/, '')));
        expect(missing).toEqual([]);
      });

      it('demands no field that the file does not', () => {
        const specified = new Set(
          constraints.filter(({ rule }) => rule === 'required').map(({ path }) => path),
        );
        const stricter = requiredPaths(dto).filter(
          (path) => !specified.has(path) && !isListed(`${dto.name} ${path}`, STRICTER),
        );
        expect(stricter).toEqual([]);
      });
    });
  }

  it('covers every body', () => {
    expect(bodies.size).toBe(17);
  });

  it('lists no deviation that it does not have', () => {
    expect([...met].toSorted()).toEqual(
      [...Object.keys(LENIENT), ...Object.keys(STRICTER)].toSorted(),
    );
  });
});
