import { Logger } from '@nestjs/common';
import {
  createPixClient,
  isGeneralPixError,
  isNotImplementedError,
  isPixAPIException,
  isValueError,
  pixOptionsFromEnv,
} from 'nestjs-pix';
import { releaseSecrets, type Variables } from 'nestjs-pix/internal';
import { loadVariables, nameAccount, type AccountSelection } from './account.js';
import { CommandError, type CommandContext } from './command.js';

export type AccountClient = Awaited<ReturnType<typeof createPixClient>>;

/** An open account of the variables. */
export interface OpenAccount {
  readonly client: AccountClient;
  readonly variables: Variables;
}

/** Exit code if a call failed, so that nothing can be reported. */
const CALL_FAILED = 3;

/**
 * Runs work with a client of the account that the options select, and closes it.
 *
 * @throws CommandError with the message of the library, and whether the outcome of a write is unknown
 */
export async function withAccount<T>(
  selection: AccountSelection,
  { environment }: CommandContext,
  work: (account: OpenAccount) => Promise<T>,
): Promise<T> {
  // Its lines would be between those of the output.
  Logger.overrideLogger(['error', 'fatal']);
  const owner = {};
  try {
    const variables = await loadVariables(selection, environment, owner);
    const client = await open(variables, selection);
    try {
      return await work({ client, variables });
    } catch (error) {
      throw explainCall(error);
    } finally {
      await client.close();
    }
  } finally {
    releaseSecrets(owner);
  }
}

async function open(variables: Variables, selection: AccountSelection): Promise<AccountClient> {
  try {
    return await createPixClient(pixOptionsFromEnv(variables, { prefix: selection.prefix }));
  } catch (error) {
    if (!isGeneralPixError(error)) throw error;
    throw new CommandError((say) =>
      say.doctor(error.message, nameAccount(selection).run('doctor')),
    );
  }
}

function explainCall(error: unknown): unknown {
  if (isPixAPIException(error)) {
    const { message, resultUnknown } = error;
    return new CommandError(
      resultUnknown ? (say) => say.outcomeUnknown(message) : message,
      CALL_FAILED,
    );
  }
  // The client refuses what the bank does not offer, or not in the environment.
  const isRefusal = isGeneralPixError(error) || isNotImplementedError(error) || isValueError(error);
  return isRefusal ? new CommandError(error.message, CALL_FAILED) : error;
}
