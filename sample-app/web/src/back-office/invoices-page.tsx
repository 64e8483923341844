import { useRef } from 'preact/hooks';
import type { InvoiceFields } from '../../../src/invoices/create-invoice.dto.js';
import type { InvoiceView } from '../../../src/invoices/invoice.view.js';
import { call, createKey, url } from '../api/call.js';
import { ChargeBadge } from '../charges/charge-badge.js';
import { describeStatus } from '../charges/charge-texts.js';
import { Button } from '../components/button.js';
import { CalendarDate } from '../components/date-time.js';
import { FormAlert, InputField } from '../components/field.js';
import { Loading } from '../components/loading.js';
import { Money } from '../components/money.js';
import { type Column, Table } from '../components/table.js';
import { useToast } from '../components/toast.js';
import { useAction } from '../hooks/use-action.js';
import { useLive } from '../live/use-live.js';
import { toAmount } from '../text/money.js';
import { AdminPage } from './admin-page.js';

const PATH = '/api/admin/invoices';

/** Invoices: the form that creates one, and the latest. */
export function InvoicesPage() {
  const invoices = useLive<InvoiceView[]>(PATH);
  return (
    <AdminPage title="Faturas">
      <CreateInvoice onCreated={() => void invoices.reload()} />
      <Loading loaded={invoices}>
        {(rows) => (
          <Table
            caption="Faturas"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            empty="Nenhuma fatura."
          />
        )}
      </Loading>
    </AdminPage>
  );
}

const COLUMNS: readonly Column<InvoiceView>[] = [
  { title: 'Devedor', cell: ({ id, nome }) => <a href={url`/admin/cobrancas/${id}`}>{nome}</a> },
  { title: 'Descrição', cell: ({ descricao }) => descricao },
  { title: 'Vencimento', cell: ({ vencimento }) => <CalendarDate value={vencimento} /> },
  { title: 'Valor', isNumber: true, cell: ({ valor }) => <Money value={valor} /> },
  { title: 'Situação', cell: ({ cobranca }) => <ChargeBadge charge={cobranca} /> },
];

function CreateInvoice({ onCreated }: { readonly onCreated: () => void }) {
  const showToast = useToast();
  // A second attempt after a lost response creates no second invoice.
  const key = useRef(createKey());
  const create = useAction(async (form: HTMLFormElement) => {
    showToast();
    const headers = { 'idempotency-key': key.current };
    const body = readForm(form);
    const { cobranca } = await call<InvoiceView>(PATH, { method: 'POST', headers, body });
    key.current = createKey();
    form.reset();
    onCreated();
    showToast(`Fatura: ${describeStatus(cobranca)[1].toLowerCase()}.`);
  });
  return (
    <details class="admin-card">
      <summary>Nova fatura</summary>
      <form
        class="admin-form"
        onSubmit={(event) => {
          event.preventDefault();
          void create.run(event.currentTarget);
        }}
      >
        {FIELDS.map((field) => (
          <InputField
            key={field.name}
            {...field}
            error={create.fields[field.name]}
            autocomplete="off"
          />
        ))}
        <div class="wide">
          <FormAlert action={create} names={FIELDS.map(({ name }) => name)} />
          <Button kind="primary" type="submit" isBusy={create.isBusy}>
            Criar fatura
          </Button>
        </div>
      </form>
    </details>
  );
}

const AMOUNT = { inputMode: 'decimal' } as const;

const FIELDS = [
  { name: 'nome', label: 'Nome do devedor', required: true, maxLength: 200 },
  { name: 'cpfCnpj', label: 'CPF ou CNPJ', required: true },
  { name: 'descricao', label: 'Descrição', required: true, maxLength: 140 },
  { name: 'valor', label: 'Valor (R$)', hint: 'Por exemplo, 150,00', required: true, ...AMOUNT },
  { name: 'vencimento', label: 'Vencimento', required: true, type: 'date' },
  {
    name: 'diasAposVencimento',
    label: 'Prazo após vencer (dias)',
    hint: 'Em que ainda se paga. Sem valor: 30',
    type: 'number',
    min: 0,
    max: 365,
  },
  { name: 'multaPercentual', label: 'Multa (%)', hint: 'Uma vez, após o vencimento', ...AMOUNT },
  { name: 'jurosPercentualMes', label: 'Juros ao mês (%)', hint: 'Após o vencimento', ...AMOUNT },
  { name: 'descontoPercentual', label: 'Desconto (%)', hint: 'Até a data do desconto', ...AMOUNT },
  { name: 'descontoAte', label: 'Desconto até', type: 'date' },
] as const;

const AMOUNTS: readonly string[] = [
  'valor',
  'multaPercentual',
  'jurosPercentualMes',
  'descontoPercentual',
];

/** The server checks the fields and explains what is wrong with them. */
function readForm(form: HTMLFormElement): InvoiceFields {
  const fields: Record<string, string | number> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value.trim() === '') continue;
    if (name === 'diasAposVencimento') fields[name] = Number(value);
    else fields[name] = AMOUNTS.includes(name) ? toAmount(value) : value;
  }
  return fields as unknown as InvoiceFields;
}
