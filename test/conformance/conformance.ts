import 'reflect-metadata';
import { relative } from 'node:path';
import { RecordingClient } from './checks/recording-client.js';
import { deviations } from './deviations/index.js';
import { FACTS_FILE } from './facts/facts-file.js';
import { renderReport } from './render-report.js';
import { checkNames, runConformance } from './run.js';
import { Document } from './support/document.js';
import { readDeclaredTypes } from './types/declared-types.js';

// `npm run conformance [-- path/to/openapi.yaml]`: compares the contract and the client with the specification. The
// default is the specification of the facts in the repository.

const [path = relative(process.cwd(), FACTS_FILE)] = process.argv.slice(2);

function open(): Document | undefined {
  try {
    const document = Document.read(path);
    document.operations();
    return document;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(
      `${path} can't be read as the specification. ${reason}\n` +
        'Give the path of the OpenAPI file: npm run conformance -- path/to/openapi.yaml',
    );
    return undefined;
  }
}

const document = open();
if (document) {
  const wire = await RecordingClient.open();
  try {
    const report = await runConformance({ document, types: readDeclaredTypes(), wire }, deviations);
    console.log(renderReport(report, checkNames, path));
    if (report.unexplained.length + report.stale.length > 0) process.exitCode = 1;
  } finally {
    await wire.close();
  }
} else {
  process.exitCode = 1;
}
