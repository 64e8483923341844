import { useRef, useState } from 'preact/hooks';
import type { PaymentRefundsView, RefundView } from '../../../src/refunds/refund.view.js';
import { PAYMENT_OUTCOME } from '../admin-payments/payment-texts.js';
import { ApiError } from '../api/call.js';
import { createKey } from '../api/create-key.js';
import { explainUnknown } from '../api/explain-unknown.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { DateTime } from '../components/date-time.js';
import { ConfirmDialog } from '../components/dialog.js';
import { Field } from '../components/field.js';
import { Money } from '../components/money.js';
import { StatusBadge, type Tone } from '../components/status-badge.js';
import { type Column, Table } from '../components/table.js';
import { useToast } from '../components/toast.js';
import { useAction } from '../hooks/use-action.js';
import { formatMoney } from '../text/money.js';
import { toAmount } from '../text/to-amount.js';
import { refundsApi } from './refunds.api.js';
import './payment-refunds.css';

interface PaymentRefundsProps {
  readonly payment: PaymentRefundsView;
  /** Reads the payment again, after a refund was requested. */
  readonly reload: () => Promise<void>;
}

/** A payment, its refunds, and for operators the form that refunds it in full or in part. */
export function PaymentRefunds({
  payment,
  canOperate,
  reload,
}: PaymentRefundsProps & { readonly canOperate: boolean }) {
  const { endToEndId, valor, situacao, restante, devolucoes } = payment;
  return (
    <section
      class="payment-refunds"
      aria-label={`Pagamento de ${formatMoney(valor)}, Pix ${endToEndId}`}
    >
      <h2>
        Pagamento de <Money value={valor} />
      </h2>
      <p>
        {PAYMENT_OUTCOME[situacao]}. Recebido em <DateTime value={payment.horario} />, Pix{' '}
        <code>{endToEndId}</code>
      </p>
      <Table
        caption="Devoluções deste pagamento"
        columns={COLUMNS}
        rows={devolucoes}
        rowKey={({ id }) => id}
        empty="Nenhuma devolução."
      />
      {canOperate && restante !== '0.00' && <RefundForm payment={payment} reload={reload} />}
    </section>
  );
}

function RefundForm({ payment, reload }: PaymentRefundsProps) {
  const { restante } = payment;
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const amount = typed === '' ? restante : toAmount(typed);
  const isValid = /^\d+\.\d{2}$/.test(amount);
  const refund = useRefund({ payment, reload, onDone: () => setTyped('') });
  return (
    <form
      class="refund-form"
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      <Field
        label="Valor a devolver (R$)"
        hint={`Sem valor: tudo o que falta, ${formatMoney(restante)}`}
        error={isValid ? undefined : 'Escreva um valor como 10,00'}
      >
        {(control) => (
          <input
            {...control}
            inputMode="decimal"
            autocomplete="off"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="wide">
        <Alert message={refund.error} />
        <Button type="submit" disabled={!isValid} isBusy={refund.isBusy}>
          Devolver
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={isValid ? `Devolver ${formatMoney(amount)}?` : 'Devolver?'}
        confirm="Sim, devolver"
        keep="Não devolver"
        onConfirm={() => void refund.run(amount)}
        onClose={() => setAsking(false)}
      >
        O valor volta para a conta de quem pagou. Uma devolução não pode ser desfeita.
      </ConfirmDialog>
    </form>
  );
}

/** Refunds an amount, says what came of it, and reads the payment again. */
function useRefund({
  payment: { endToEndId },
  reload,
  onDone,
}: PaymentRefundsProps & { readonly onDone: () => void }) {
  // A second attempt after a lost response makes no second refund.
  const key = useRef(createKey());
  const showToast = useToast();
  return useAction(async (amount: string) => {
    showToast();
    try {
      const made = await refundsApi.create(endToEndId, amount, key.current);
      key.current = createKey();
      onDone();
      showToast(describeResult(made));
    } catch (error) {
      // The key belongs to an earlier request whose response was lost; the page now shows its refund.
      if (error instanceof ApiError && error.status === 422) key.current = createKey();
      throw explainUnknown(error);
    } finally {
      await reload();
    }
  });
}

/** @throws ApiError when the bank refused the refund */
function describeResult({ status, valor, erro }: RefundView): string {
  if (status === 'NAO_REALIZADA') {
    throw new ApiError(`A devolução não foi realizada. ${erro ?? ''}`.trim(), 422);
  }
  return status === 'DEVOLVIDA'
    ? `${formatMoney(valor)} devolvidos.`
    : 'Devolução pedida. O banco ainda não confirmou.';
}

const STATUSES: Readonly<Record<RefundView['status'], readonly [Tone, string]>> = {
  DEVOLVENDO: ['waiting', 'Em andamento'],
  DEVOLVIDA: ['good', 'Devolvida'],
  NAO_REALIZADA: ['bad', 'Não realizada'],
};

const COLUMNS: readonly Column<RefundView>[] = [
  { title: 'Pedida em', cell: ({ pedidaEm }) => <DateTime value={pedidaEm} /> },
  { title: 'Valor', isNumber: true, cell: ({ valor }) => <Money value={valor} /> },
  {
    title: 'Situação',
    cell: ({ status, erro }) => (
      <>
        <StatusBadge tone={STATUSES[status][0]}>{STATUSES[status][1]}</StatusBadge>
        {erro !== null && <p>{erro}</p>}
      </>
    ),
  },
];
