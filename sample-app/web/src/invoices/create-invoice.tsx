import { useRef } from 'preact/hooks';
import type { InvoiceFields } from '../../../src/invoices/create-invoice.dto.js';
import { ApiError } from '../api/call.js';
import { createKey } from '../api/create-key.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import { useToast } from '../components/toast.js';
import { useAction } from '../hooks/use-action.js';
import { toAmount } from '../text/to-amount.js';
import { adminInvoicesApi } from './admin-invoices.api.js';
import { STATUS_LABELS } from './invoice-texts.js';

/** The form that creates one invoice. */
export function CreateInvoice({ onCreated }: { readonly onCreated: () => void }) {
  const showToast = useToast();
  // A second attempt after a lost response creates no second invoice.
  const key = useRef(createKey());
  const create = useAction(async (form: HTMLFormElement) => {
    showToast();
    const { status, erro } = await adminInvoicesApi.create(readForm(form), key.current);
    key.current = createKey();
    onCreated();
    if (status === 'NEGADO') {
      throw new ApiError(`O banco negou a fatura: ${erro ?? 'sem motivo'}`, 422);
    }
    form.reset();
    showToast(`Fatura: ${STATUS_LABELS[status][1].toLowerCase()}.`);
  });
  return (
    <details>
      <summary>Nova fatura</summary>
      <form
        class="invoice-form"
        onSubmit={(event) => {
          event.preventDefault();
          void create.run(event.currentTarget);
        }}
      >
        {FIELDS.map(({ name, label, hint, ...input }) => (
          <Field key={name} label={label} hint={hint}>
            {(control) => <input {...control} {...input} name={name} autocomplete="off" />}
          </Field>
        ))}
        <div class="wide">
          <Alert message={create.error} />
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
  { name: 'nome', label: 'Nome do devedor', hint: undefined, required: true, maxLength: 200 },
  { name: 'cpfCnpj', label: 'CPF ou CNPJ', hint: undefined, required: true },
  { name: 'descricao', label: 'Descrição', hint: undefined, required: true, maxLength: 140 },
  { name: 'valor', label: 'Valor (R$)', hint: 'Por exemplo, 150,00', required: true, ...AMOUNT },
  { name: 'vencimento', label: 'Vencimento', hint: undefined, required: true, type: 'date' },
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
  { name: 'descontoAte', label: 'Desconto até', hint: undefined, type: 'date' },
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
