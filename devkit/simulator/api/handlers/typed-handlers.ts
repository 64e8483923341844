import type { Plain } from 'nestjs-pix';
import type { operationTables, PixOperation } from 'nestjs-pix/spec';
import type { Frozen } from '../../kernel/records.js';
import type { HandlerCall } from '../pipeline.js';

/** The tables of the contract by the first part of their operation ids. */
type OperationTables = typeof operationTables;

/** Handles an operation: receives the checked request and returns the body of the response. */
type OperationHandler<Operation> =
  Operation extends PixOperation<infer Body, infer Response, infer Filter>
    ? (
        call: HandlerCall<Operation['path'], Plain<Body>, Filter>,
      ) => Response extends undefined ? undefined : Frozen<Response> | Promise<Frozen<Response>>
    : never;

/**
 * The handlers of a table by operation id (`cob.createWithTxid`), one for each operation, with the types of its path
 * parameters, body, filter and response.
 */
export type TableHandlers<Table extends keyof OperationTables> = {
  readonly [Key in keyof OperationTables[Table] & string as `${Table}.${Key}`]: OperationHandler<
    OperationTables[Table][Key]
  >;
};

/** A table whose operations are below the base path of the API. */
export type ApiTable = Exclude<keyof OperationTables, 'payload'>;
