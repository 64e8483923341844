import { Inject, type InjectionToken } from '@nestjs/common';
import { PixWebhookStats } from '../dispatch/pix-webhook-stats.js';
import { DEFAULT_RECEIVER } from '../notifications/event-source.js';
import { PixReconciler } from '../provider/reconciler/pix-reconciler.js';

/**
 * Returns the injection token of a receiver's {@link PixReconciler}; for the receiver without a
 * name, the class itself.
 */
export function getPixReconcilerToken(name?: string): InjectionToken<PixReconciler> {
  return isDefault(name) ? PixReconciler : `PixReconciler:${name}`;
}

/**
 * Returns the injection token of a receiver's {@link PixWebhookStats}; for the receiver without a
 * name, the class itself.
 */
export function getPixWebhookStatsToken(name?: string): InjectionToken<PixWebhookStats> {
  return isDefault(name) ? PixWebhookStats : `PixWebhookStats:${name}`;
}

/**
 * Injects the {@link PixReconciler} of a receiver.
 *
 * @param name the `name` that was given to `PixWebhookReceiverModule`
 * @example
 * constructor(@InjectPixReconciler('filial') private readonly filial: PixReconciler) {}
 */
export function InjectPixReconciler(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getPixReconcilerToken(name));
}

/**
 * Injects the {@link PixWebhookStats} of a receiver.
 *
 * @param name the `name` of the `PixWebhookReceiverModule`
 */
export function InjectPixWebhookStats(name?: string): ParameterDecorator & PropertyDecorator {
  return Inject(getPixWebhookStatsToken(name));
}

function isDefault(name: string | undefined): name is undefined {
  return name === undefined || name === DEFAULT_RECEIVER;
}
