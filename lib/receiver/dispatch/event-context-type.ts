import type { ContextType } from '@nestjs/common';

/**
 * The types of an execution context, those of handlers of webhook events included.
 *
 * @example
 * ```ts
 * if (context.getType<PixContextType>() === 'pix-webhook') {
 *   const event = context.switchToRpc().getContext<PixEventContext>();
 * }
 * ```
 */
export type PixContextType = ContextType | 'pix-webhook';

/** What `context.getType()` returns in guards, interceptors and filters of a handler. */
export const PIX_WEBHOOK = 'pix-webhook' satisfies PixContextType;
