import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { TaskView } from '../../../src/backoffice/task.view.js';
import { ORDER_STATUS } from '../admin-orders/order-texts.js';
import { url } from '../api/call.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { DateTime } from '../components/date-time.js';
import { ConfirmDialog } from '../components/dialog.js';
import { Money } from '../components/money.js';
import { useAction } from '../hooks/use-action.js';
import { STATUS_LABELS } from '../invoices/invoice-texts.js';
import { formatMonth } from '../subscriptions/subscription-texts.js';
import { formatMoney } from '../text/money.js';

/** Why a payment is a task; those with the other outcome paid their order. */
const REASONS: Readonly<
  Record<TaskView['situacao'], { readonly title: string; readonly text: string } | undefined>
> = {
  APLICADO: undefined,
  FORA_DO_PRAZO: {
    title: 'Fora do prazo',
    text: 'A cobrança estava vencida ou cancelada quando o Pix chegou.',
  },
  VALOR_DIVERGENTE: { title: 'Outro valor', text: 'O valor pago não é o valor da cobrança.' },
  REPETIDO: { title: 'Pago de novo', text: 'Esta cobrança já tinha um pagamento.' },
  SEM_PEDIDO: {
    title: 'Sem pedido',
    text: 'Nenhum pedido da loja tem esta cobrança. Confira se outro sistema usa a mesma conta.',
  },
};

/** The first month of a subscription was paid, and the payer never approved it. */
const NOT_APPROVED = {
  title: 'Assinatura não aprovada',
  text: 'O primeiro mês foi pago, e a assinatura terminou sem aprovação.',
};

interface TaskCardProps {
  readonly task: TaskView;
  /** Refunds the payment. A rejection is shown on the card. */
  readonly onRefund: () => Promise<void>;
}

export function TaskCard({ task, onRefund }: TaskCardProps) {
  const [isAsking, setAsking] = useState(false);
  const refund = useAction(onRefund);
  const { valor, restante } = task;
  const isNotApproved = task.situacao === 'SEM_PEDIDO' && task.assinatura !== null;
  const reason = isNotApproved ? NOT_APPROVED : REASONS[task.situacao];
  const isRefunding = task.tarefa === 'DEVOLVENDO';
  const amount = formatMoney(restante);
  return (
    <li class="task">
      <div class="task-head">
        <h2>{reason?.title}</h2>
        <p class="task-amount">
          <Money value={valor} />
        </p>
      </div>
      <p class="task-why">{reason?.text}</p>
      <dl>
        <Fact name={namePaid(task)}>
          <Paid task={task} />
        </Fact>
        <Fact name="Recebido em">
          <DateTime value={task.horario} />
        </Fact>
        {restante !== valor && !isRefunding && (
          <Fact name="Falta devolver">
            {amount} de {formatMoney(valor)}
          </Fact>
        )}
        <Fact name="Identificador do Pix">
          <code>{task.endToEndId}</code>
        </Fact>
      </dl>
      <Alert message={task.erro === null ? undefined : `A última devolução falhou: ${task.erro}`} />
      <Alert message={refund.error} />
      <Button
        kind="primary"
        disabled={isRefunding}
        isBusy={refund.isBusy}
        onClick={() => setAsking(true)}
      >
        {isRefunding ? 'Devolução em andamento' : `Devolver ${amount}`}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Devolver ${amount}?`}
        confirm="Sim, devolver"
        keep="Não devolver"
        onConfirm={() => void refund.run()}
        onClose={() => setAsking(false)}
      >
        O valor volta para a conta de quem pagou. Uma devolução não pode ser desfeita.
      </ConfirmDialog>
    </li>
  );
}

function describeStatus({ pedido, fatura }: TaskView): string {
  if (fatura) return STATUS_LABELS[fatura.status][1].toLowerCase();
  return pedido ? ORDER_STATUS[pedido.status].toLowerCase() : '';
}

function namePaid({ fatura, assinatura }: TaskView): string {
  if (assinatura) return 'Assinatura';
  return fatura ? 'Fatura' : 'Pedido';
}

/** What the payment was made for, with a link to it. */
function Paid({ task }: { readonly task: TaskView }) {
  const { pedido, fatura, assinatura } = task;
  if (assinatura) {
    return (
      <>
        <a href={url`/admin/assinaturas/${assinatura.id}`}>
          Mês {formatMonth(assinatura.competencia)}
        </a>
        , {formatMoney(assinatura.valor)}
      </>
    );
  }
  const paid = fatura ?? pedido;
  if (!paid) return <>–</>;
  const href = fatura ? url`/admin/faturas/${paid.id}` : url`/admin/cobrancas/${paid.id}`;
  return (
    <>
      <a href={href}>{paid.descricao}</a>, {formatMoney(paid.valor)}, {describeStatus(task)}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
