import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { CsvError } from '../../../src/invoices/invoice-csv.js';
import { ApiError } from '../api/call.js';
import { Alert } from '../components/alert.js';
import { Button, ButtonLink } from '../components/button.js';
import { Field } from '../components/field.js';
import { Table } from '../components/table.js';
import { useAction } from '../hooks/use-action.js';
import { adminInvoicesApi } from './admin-invoices.api.js';

/** Uploads a CSV file, and shows what is wrong with it or the batch. */
export function UploadBatch() {
  const { route } = useLocation();
  const [errors, setErrors] = useState<readonly CsvError[]>([]);
  const upload = useAction(async (file: File | undefined) => {
    setErrors([]);
    if (!file) throw new ApiError('Escolha um arquivo CSV.', 0);
    try {
      const { id } = await adminInvoicesApi.upload(file.name, await readText(file));
      route(`/admin/lotes/${id}`);
    } catch (error) {
      setErrors(readErrors(error));
      throw error;
    }
  });
  return (
    <details>
      <summary>Enviar faturas de um arquivo CSV</summary>
      <form
        class="invoice-form"
        onSubmit={(event) => {
          event.preventDefault();
          const input = event.currentTarget.elements.namedItem('arquivo') as HTMLInputElement;
          void upload.run(input.files?.[0]);
        }}
      >
        <Field
          label="Arquivo CSV"
          hint="Em UTF-8, com até 1000 faturas. O mesmo arquivo não cria faturas duas vezes."
        >
          {(control) => (
            <input {...control} name="arquivo" type="file" accept=".csv,text/csv" required />
          )}
        </Field>
        <div class="wide">
          <Alert message={upload.error} />
          {errors.length > 0 && <Errors errors={errors} />}
          <div class="actions">
            <Button kind="primary" type="submit" isBusy={upload.isBusy}>
              Enviar arquivo
            </Button>
            <ButtonLink href={adminInvoicesApi.templateUrl} download="modelo-faturas.csv">
              Baixar modelo
            </ButtonLink>
          </div>
        </div>
      </form>
    </details>
  );
}

function Errors({ errors }: { readonly errors: readonly CsvError[] }) {
  return (
    <div class="batch-errors" role="region" aria-label="Erros do arquivo" tabIndex={0}>
      <Table
        caption="Erros do arquivo"
        columns={[
          { title: 'Linha', isNumber: true, cell: ({ linha }) => linha },
          { title: 'Campo', cell: ({ campo }) => campo ?? 'Linha toda' },
          { title: 'Erro', cell: ({ mensagem }) => mensagem },
        ]}
        rows={errors}
        rowKey={({ linha, campo, mensagem }) => `${linha} ${String(campo)} ${mensagem}`}
        empty=""
      />
    </div>
  );
}

/** @throws ApiError when the file is not in UTF-8, which would change names */
async function readText(file: File): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new ApiError('O arquivo não está em UTF-8. Salve-o como “CSV UTF-8”.', 0);
  }
}

function readErrors(error: unknown): readonly CsvError[] {
  if (!(error instanceof ApiError)) return [];
  const { answer } = error;
  if (typeof answer !== 'object' || answer === null || !('erros' in answer)) return [];
  return answer.erros as readonly CsvError[];
}
