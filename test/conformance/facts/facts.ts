import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { FACTS_FILE, readFacts } from './facts-file.js';

// `npm run conformance:facts -- path/to/openapi.yaml [--check]`: writes the facts of the central bank's OpenAPI file,
// or only compares them. PIX_SPECIFICATION may name the file instead. https://github.com/bacen/pix-api publishes it.

const isCheck = process.argv.includes('--check');
const [path = process.env.PIX_SPECIFICATION] = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith('--'));
const name = relative(process.cwd(), FACTS_FILE);

if (path === undefined) {
  console.error(
    'Give the path of the OpenAPI file: npm run conformance:facts -- path/to/openapi.yaml',
  );
  process.exitCode = 1;
} else {
  const wanted = await formatFacts(path);
  if (!isCheck) {
    writeFileSync(FACTS_FILE, wanted);
    console.log(`${name} holds the facts of ${path}.`);
  } else if (readFileSync(FACTS_FILE, 'utf8') === wanted) {
    console.log(`Compared: ${name} holds the facts of ${path}.`);
  } else {
    console.error(
      `Compared: ${name} differs from the facts of ${path}: npm run conformance:facts -- ${path}`,
    );
    process.exitCode = 1;
  }
}

async function formatFacts(openApiFile: string): Promise<string> {
  const options = await resolveConfig(FACTS_FILE);
  return format(JSON.stringify(readFacts(openApiFile)), { ...options, parser: 'json' });
}
