import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { FACTS_FILE, readFacts } from './facts-file.js';

// `npm run conformance:facts -- path/to/openapi.yaml [--check]`: writes the facts of the OpenAPI file of the central
// bank (https://github.com/bacen/pix-api), or only compares them. PIX_SPECIFICATION can contain the path instead.

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
  const expected = await formatFacts(path);
  if (!isCheck) {
    writeFileSync(FACTS_FILE, expected);
    console.log(`${name} holds the facts of ${path}.`);
  } else if (readFileSync(FACTS_FILE, 'utf8') === expected) {
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
