// Starts the tracing of OpenTelemetry before the application is loaded, as its documentation describes.
const { registerInstrumentations } = require('@opentelemetry/instrumentation');
const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http');
const {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} = require('@opentelemetry/sdk-trace-node');

const exporter = new InMemorySpanExporter();
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
const { REDACTED } = process.env;
const redacted = REDACTED === undefined ? {} : { redactedQueryParamsServer: [REDACTED] };
registerInstrumentations({ instrumentations: [new HttpInstrumentation(redacted)] });

const SERVER = 1;
const CLIENT = 2;
process.on('exit', () => {
  const ofKind = (wanted) => exporter.getFinishedSpans().filter(({ kind }) => kind === wanted);
  console.log(JSON.stringify({ spans: ofKind(CLIENT).map(({ name }) => name) }));
  console.log(JSON.stringify({ received: ofKind(SERVER).map(({ attributes }) => attributes) }));
});
