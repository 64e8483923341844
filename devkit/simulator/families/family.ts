import type { Atualizacao, Pessoa } from 'nestjs-pix';
import type { SimulatorClock } from '../kernel/clock.js';
import type { AnyRecordStore, RecordFeed } from '../kernel/records.js';

/** What a store of records is created with. */
export interface StoreContext {
  /** Name of the store in a state folder. */
  readonly name: string;
  /** Receives every change of a record. */
  readonly changes: RecordFeed;
  readonly clock: SimulatorClock;
  /** Host and path of the addresses of locations, without scheme. */
  readonly locationBase: string;
}

/**
 * What the simulator knows about a resource family below its rules: its error types and its
 * records.
 */
export interface SimulatorFamily {
  /** First segment of `propriedade` in violations of a body: `cob` in `cob.valor.original`. */
  readonly root: string;
  /** The error types that the specification lists for the family, by name. */
  readonly problems: Readonly<Record<string, ProblemType>>;
  /** Name of the error type for a record that does not exist. */
  readonly naoEncontrado: string;
  /**
   * Name of the error type for a body that violates the schema, or is not valid in the record's
   * state.
   */
  readonly operacaoInvalida: string;
  /** Name of the error type for a query or path parameter that violates the schema. */
  readonly consultaInvalida: string;
  /**
   * Whether {@link consultaInvalida} applies only to the family's list, not to the look-up of one
   * record. Default: `false`.
   */
  readonly consultaOnlyOfList?: boolean;
  /**
   * Creates the stores of its records. A key is the property of `SimulatorState` and the name of
   * the store in a state folder.
   */
  readonly stores: Readonly<Record<string, (context: StoreContext) => AnyRecordStore>>;
  /** The topic of the console under which it announces changes of the records. Default: none. */
  readonly topic?: 'charges' | 'payments' | 'recurrences' | 'webhooks';
}

/** The constant parts of an error type. */
export interface ProblemType {
  readonly status: number;
  readonly title: string;
  /** Default `detail` of an occurrence. */
  readonly detail: string;
}

/** One violation (schema `Violacao`). */
export interface SimulatorViolation {
  /** What is wrong, in Portuguese. */
  razao?: string;
  /** Path of the field or parameter: `cob.valor.original`. */
  propriedade?: string;
  /** The value that was sent. */
  valor?: string;
}

/** Body of an error response: RFC 7807 (schema `Problema`). */
export interface ProblemBody {
  /** URI of the error type: `https://pix.bcb.gov.br/api/v2/error/CobNaoEncontrado`. */
  type: string;
  /** Short description of the error type. */
  title: string;
  /** HTTP status. */
  status: number;
  /** Description of this occurrence. */
  detail: string;
  /** Absent when there are no violations. */
  violacoes?: SimulatorViolation[];
}

/** Builds the type of an error for an entity that does not exist. */
export function naoEncontrado(detail: string): ProblemType {
  return { status: 404, title: 'Não Encontrado', detail };
}

/**
 * Builds the type of an error for a body that violates the schema, or is not valid in the record's
 * state.
 */
export function operacaoInvalida(title: string, detail: string): ProblemType {
  return { status: 400, title, detail };
}

/** Builds the type of an error for a query or path parameter that violates the schema. */
export function consultaInvalida(entity: string): ProblemType {
  return {
    status: 400,
    title: 'Consulta inválida.',
    detail: `Os parâmetros da consulta de ${entity} não respeitam o formato ou não fazem sentido.`,
  };
}

/** The tax id of a person or company in a body or record. */
interface TaxIdFields {
  readonly cpf?: string;
  readonly cnpj?: string;
}

/** Returns the tax id, without the other fields. @throws Error if there is neither: the value was not checked */
export function toTaxId({ cpf, cnpj }: TaxIdFields): { cpf: string } | { cnpj: string } {
  if (cpf !== undefined) return { cpf };
  if (cnpj !== undefined) return { cnpj };
  throw new Error('A person has neither cpf nor cnpj.');
}

/** Returns tax id and name, without the other fields of a body or record. */
export function toPessoa(person: TaxIdFields & { readonly nome: string }): Pessoa {
  return { ...toTaxId(person), nome: person.nome };
}

/** A type whose fields are absent instead of `undefined`. */
export type Defined<T> = {
  [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key];
} & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** Copies the fields that are not `undefined`. */
export function withoutUndefined<T extends object>(fields: T): Defined<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}

/**
 * Sets a status and adds it to the history of the record.
 *
 * @param at instant of the change, RFC 3339
 */
export function changeStatus<Status extends string>(
  draft: { status: Status; atualizacao: Atualizacao<Status>[] },
  status: NoInfer<Status>,
  at: string,
): void {
  draft.status = status;
  draft.atualizacao.push({ status, data: at });
}
