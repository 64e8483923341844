import { Injectable } from '@nestjs/common';
import { ApplicationConfig, DiscoveryService } from '@nestjs/core';
import { ConfigurationError } from '../../errors/index.js';
import type { EventHandler } from '../dispatch/event-handler.js';
import { withGlobalPrefix } from '../http/global-prefix.js';
import { overlap, PathPattern } from '../http/path-pattern.js';
import type { ReceiverSettings } from './receiver.settings.js';
import { RECEIVER_SETTINGS, WORKER_SETTINGS } from './tokens.js';

/** What the directory reads of the settings of a worker. */
interface WorkerReceivers {
  readonly receivers?: readonly string[] | undefined;
}

/** Lists the receivers of the application and detects conflicts between them. @internal */
@Injectable()
export class ReceiverDirectory {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly application: ApplicationConfig,
  ) {}

  /** Returns the path at which a receiver is served. */
  resolvePath({ path, useGlobalPrefix }: ReceiverSettings): string {
    return useGlobalPrefix ? withGlobalPrefix(path, this.application) : path;
  }

  /**
   * Checks a receiver against the others of the application, and the receiver names of handlers.
   *
   * @throws ConfigurationError on two receivers with the same name, overlapping paths or the same
   * cursor, and on a handler that is bound to an unknown receiver
   */
  checkReceiver(settings: ReceiverSettings, handlers: readonly EventHandler[]): void {
    for (const other of this.#receivers()) {
      if (other !== settings) this.#checkPair(settings, other);
    }
    checkBindings(handlers, this.#names());
  }

  /**
   * Checks the handlers of a worker, whose receivers may be in another application.
   *
   * @throws ConfigurationError on a handler that is bound to an unknown receiver
   */
  checkWorker(handlers: readonly EventHandler[]): void {
    checkBindings(handlers, this.#names());
  }

  /** Returns the receivers of this application, and those whose events its workers handle. */
  #names(): string[] {
    const own = this.#receivers().map(({ name }) => name);
    const workers = this.#instances(WORKER_SETTINGS) as WorkerReceivers[];
    return [...new Set([...own, ...workers.flatMap(({ receivers }) => receivers ?? [])])];
  }

  #receivers(): ReceiverSettings[] {
    return this.#instances(RECEIVER_SETTINGS) as ReceiverSettings[];
  }

  #instances(wanted: symbol): unknown[] {
    const wrappers = this.discovery.getProviders().filter(({ token }) => token === wanted);
    return wrappers.map(({ instance }): unknown => instance);
  }

  #checkPair(one: ReceiverSettings, other: ReceiverSettings): void {
    if (one.name === other.name) throw createDuplicateNameError(one.name);
    const [address, otherAddress] = [this.resolvePath(one), this.resolvePath(other)];
    const forms = new PathPattern(address).forms(one.accepted);
    const otherForms = new PathPattern(otherAddress).forms(other.accepted);
    for (const form of forms) {
      if (!otherForms.some((otherForm) => overlap(form, otherForm))) continue;
      throw new ConfigurationError(
        `PixWebhookReceiverModule: the receivers ${one.name} (path ${address}) and ${other.name} (path ${otherAddress}) ` +
          `would both serve POST /${form.join('/')}. Give them different paths, also with ` +
          '/pix, /rec or /cobr appended.',
      );
    }
    if (one.reconciler.cursor === other.reconciler.cursor)
      throw createSharedCursorError(one, other);
  }
}

function checkBindings(handlers: readonly EventHandler[], names: readonly string[]): void {
  for (const { id, receivers } of handlers) {
    const unknown = receivers?.find((name) => !names.includes(name));
    if (unknown === undefined) continue;
    throw new ConfigurationError(
      `${id} is bound to the receiver ${JSON.stringify(unknown)}, which does not exist. Receivers: ` +
        `${names.join(', ') || 'none'}. The name is the option \`name\` of PixWebhookReceiverModule; where the receiver is ` +
        'in another application, list it in `receivers` of PixWebhookWorkerModule.',
    );
  }
}

function createDuplicateNameError(name: string): ConfigurationError {
  return new ConfigurationError(
    `PixWebhookReceiverModule: two receivers have the name ${name}. Give each its own name, next to its other ` +
      "options: forRoot({ name: 'filial', … }).",
  );
}

function createSharedCursorError(
  one: ReceiverSettings,
  other: ReceiverSettings,
): ConfigurationError {
  return new ConfigurationError(
    `PixWebhookReceiverModule: the receivers ${one.name} and ${other.name} share reconciler.cursor, so each would move ` +
      'the position of the other past Pix that were not read. Give each its own cursor.',
  );
}
