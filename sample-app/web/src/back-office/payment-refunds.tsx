import { useRef, useState } from 'preact/hooks';
import type { PaymentRefundView, PaymentView } from '../../../src/charges/charge.view.js';
import { ApiError, call, createKey } from '../api/call.js';
import { RefundBadge } from '../charges/charge-badge.js';
import { MEANINGS } from '../charges/charge-texts.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { DateTime } from '../components/date-time.js';
import { ConfirmDialog } from '../components/dialog.js';
import { InputField } from '../components/field.js';
import { Money } from '../components/money.js';
import { type Column, Table } from '../components/table.js';
import { useToast } from '../components/toast.js';
import { type Action, useAction } from '../hooks/use-action.js';
import { formatMoney, subtractMoney, toAmount } from '../text/money.js';

/** A payment, and the form that gives back all or a part of it. */
export function PaymentRefunds({ payment }: { readonly payment: PaymentView }) {
  const { endToEndId, valor, devolvido, devolucoes, situacao, horario } = payment;
  const left = subtractMoney(valor, devolvido);
  return (
    <section
      class="admin-card"
      aria-label={`Pagamento de ${formatMoney(valor)}, Pix ${endToEndId}`}
    >
      <h2>
        Pagamento de <Money value={valor} />
      </h2>
      <p>
        {situacao === null ? 'Em conferência' : MEANINGS[situacao]}. Recebido em{' '}
        <DateTime value={horario} />, Pix <code>{endToEndId}</code>.
        {devolvido !== '0.00' && ` Devolvido: ${formatMoney(devolvido)}.`}
      </p>
      {devolucoes.length > 0 && (
        <Table
          caption={`Devoluções do Pix ${endToEndId}`}
          columns={REFUNDS}
          rows={devolucoes}
          rowKey={({ id }) => id}
          empty=""
        />
      )}
      {left !== '0.00' && <RefundForm endToEndId={endToEndId} left={left} />}
    </section>
  );
}

const REFUNDS: readonly Column<PaymentRefundView>[] = [
  { title: 'Pedida em', cell: ({ pedidaEm }) => <DateTime value={pedidaEm} /> },
  { title: 'Devolução', isNumber: true, cell: ({ valor }) => <Money value={valor} /> },
  { title: 'Situação', cell: (refund) => <RefundBadge refund={refund} /> },
  {
    title: 'Liquidada em',
    cell: ({ liquidadaEm }) => (liquidadaEm === null ? '–' : <DateTime value={liquidadaEm} />),
  },
];

interface RefundFormProps {
  readonly endToEndId: string;
  readonly left: string;
}

function RefundForm({ endToEndId, left }: RefundFormProps) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const amount = typed === '' ? left : toAmount(typed);
  const problem = findProblem(amount, left);
  const refund = useRefund(endToEndId, amount, () => setTyped(''));
  return (
    <form
      class="admin-form"
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      <InputField
        label="Valor a devolver (R$)"
        hint={`Sem valor: tudo o que falta, ${formatMoney(left)}`}
        error={problem ?? refund.fields.valor}
        inputMode="decimal"
        autocomplete="off"
        value={typed}
        onType={setTyped}
      />
      <div class="wide">
        <Alert message={refund.error} />
        <Button type="submit" disabled={problem !== undefined} isBusy={refund.isBusy}>
          Devolver
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={problem === undefined ? `Devolver ${formatMoney(amount)}?` : 'Devolver?'}
        confirm="Sim, devolver"
        keep="Não devolver"
        onConfirm={() => void refund.run()}
        onClose={() => setAsking(false)}
      >
        O valor volta para a conta de quem pagou. Uma devolução não pode ser desfeita.
      </ConfirmDialog>
    </form>
  );
}

/** Says what is wrong with an amount before it is asked about. The server has the last word on what is left. */
export function findProblem(amount: string, left: string): string | undefined {
  if (!/^\d+\.\d{2}$/.test(amount) || Number(amount) === 0) return 'Escreva um valor como 10,00';
  const isLess = BigInt(amount.replace('.', '')) <= BigInt(left.replace('.', ''));
  return isLess ? undefined : `Restam ${formatMoney(left)} para devolver`;
}

function useRefund(endToEndId: string, valor: string, onDone: () => void): Action<[]> {
  // A second attempt after a lost response makes no second refund.
  const key = useRef(createKey());
  const showToast = useToast();
  return useAction(async () => {
    showToast();
    try {
      const body = { endToEndId, id: key.current, valor };
      await call('/api/admin/refunds', { method: 'POST', body });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) key.current = createKey();
      throw error;
    }
    key.current = createKey();
    onDone();
    showToast(`Devolução de ${formatMoney(valor)} pedida ao banco.`);
  });
}
