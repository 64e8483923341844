import { metrics } from '@opentelemetry/api';

/** What the shop counts and measures itself. `nestjs-pix/opentelemetry` has the metrics of the library. */
function createMetrics() {
  const meter = metrics.getMeter('loja-ipe');
  return {
    orderChanges: meter.createCounter('shop.order.changes', {
      unit: '{change}',
      description: 'Orders that this process has brought into a status, except by refunds',
    }),
    checkoutDuration: meter.createHistogram('shop.checkout.duration', {
      unit: 's',
      description: 'Duration of the creation of an order with its charge',
      advice: { explicitBucketBoundaries: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] },
    }),
    openStreams: meter.createUpDownCounter('shop.event_streams.open', {
      unit: '{stream}',
      description: 'Event streams that pages have open at this process',
    }),
    settlementRuns: meter.createCounter('shop.settlement.runs', {
      unit: '{run}',
      description: 'Runs of a settlement by this process',
    }),
    settlementFailures: meter.createCounter('shop.settlement.failures', {
      unit: '{failure}',
      description: 'Records that a settlement could not settle and will try again',
    }),
  };
}

let created: ReturnType<typeof createMetrics> | undefined;

/** The instruments. They are created at the first use, after `startMetrics`: earlier ones would record nothing. */
export function shopMetrics(): ReturnType<typeof createMetrics> {
  return (created ??= createMetrics());
}

/** Attributes of the metrics. None of them identifies a customer, an order or a payment. */
export const shopAttributes = {
  status: 'shop.order.status',
  outcome: 'shop.outcome',
  settlement: 'shop.settlement',
  task: 'shop.task.status',
} as const;
