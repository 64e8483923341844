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
registerInstrumentations({ instrumentations: [new HttpInstrumentation()] });

const CLIENT = 2;
process.on('exit', () => {
  const spans = exporter.getFinishedSpans().filter(({ kind }) => kind === CLIENT);
  console.log(JSON.stringify({ spans: spans.map(({ name }) => name) }));
});
