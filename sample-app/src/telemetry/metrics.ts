import { metrics } from '@opentelemetry/api';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';

/** A running listener of metrics. */
export interface RunningMetrics {
  /** Address of the metrics. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the metrics of OpenTelemetry for Prometheus at `/metrics`, on a port of their own, so that the public address does
 * not show them. Start it before the application, whose modules create their instruments at the start.
 */
export async function startMetrics(host: string, port: number): Promise<RunningMetrics> {
  const exporter = new PrometheusExporter({ host, port, preventServerStart: true });
  const provider = new MeterProvider({ readers: [exporter] });
  metrics.setGlobalMeterProvider(provider);
  await exporter.startServer();
  return {
    url: `http://${host}:${port}${PrometheusExporter.DEFAULT_OPTIONS.endpoint}`,
    close: () => provider.shutdown(),
  };
}
