import type { bbOperations } from '../../../contract/bb/bb.operations.js';
import type { cobOperations } from '../../../contract/cob/cob.operations.js';
import type { cobrOperations } from '../../../contract/cobr/cobr.operations.js';
import type { cobvOperations } from '../../../contract/cobv/cobv.operations.js';
import type { interOperations } from '../../../contract/inter/inter.operations.js';
import type { locOperations } from '../../../contract/loc/loc.operations.js';
import type { locrecOperations } from '../../../contract/locrec/locrec.operations.js';
import type { lotecobvOperations } from '../../../contract/lotecobv/lotecobv.operations.js';
import type { PixOperation } from '../../../contract/operation.js';
import type { payloadOperations } from '../../../contract/payload/payload.operations.js';
import type { pixOperations } from '../../../contract/pix/pix.operations.js';
import type { recOperations } from '../../../contract/rec/rec.operations.js';
import type { Plain } from '../../../contract/shared/plain.js';
import type { solicrecOperations } from '../../../contract/solicrec/solicrec.operations.js';
import type { webhookOperations } from '../../../contract/webhook/webhook.operations.js';
import type { webhookcobrOperations } from '../../../contract/webhookcobr/webhookcobr.operations.js';
import type { webhookrecOperations } from '../../../contract/webhookrec/webhookrec.operations.js';
import type { HandlerCall } from '../pipeline/call.js';

/** The tables of the contract by the first part of their operation ids. */
interface OperationTables {
  readonly cob: typeof cobOperations;
  readonly cobv: typeof cobvOperations;
  readonly lotecobv: typeof lotecobvOperations;
  readonly loc: typeof locOperations;
  readonly pix: typeof pixOperations;
  readonly webhook: typeof webhookOperations;
  readonly rec: typeof recOperations;
  readonly solicrec: typeof solicrecOperations;
  readonly cobr: typeof cobrOperations;
  readonly locrec: typeof locrecOperations;
  readonly webhookrec: typeof webhookrecOperations;
  readonly webhookcobr: typeof webhookcobrOperations;
  readonly inter: typeof interOperations;
  readonly bb: typeof bbOperations;
  readonly payload: typeof payloadOperations;
}

/** Handles an operation: receives the checked request and returns the body of the response. */
type OperationHandler<Operation> =
  Operation extends PixOperation<infer Body, infer Response, infer Filter>
    ? (
        call: HandlerCall<Plain<Body>, Filter>,
      ) => Response extends undefined ? undefined : Response | Promise<Response>
    : never;

/**
 * The handlers of a table by operation id (`cob.createWithTxid`), one for each operation, with the types of its body,
 * filter and response.
 */
export type TableHandlers<Table extends keyof OperationTables> = {
  readonly [Key in keyof OperationTables[Table] & string as `${Table}.${Key}`]: OperationHandler<
    OperationTables[Table][Key]
  >;
};

type Intersection<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer All,
) => void
  ? All
  : never;

type ApiTable = Exclude<keyof OperationTables, 'payload'>;

/** The handlers of every operation below the base path of the API. */
export type ApiHandlers = Intersection<{ [Table in ApiTable]: TableHandlers<Table> }[ApiTable]>;
