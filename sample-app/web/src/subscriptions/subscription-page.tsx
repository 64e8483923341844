import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { ChargeStatus } from '../../../src/charges/charge.view.js';
import type {
  MonthView,
  SubscriptionView,
} from '../../../src/subscriptions/subscriptions.controller.js';
import { call, url } from '../api/call.js';
import { ChargeBadge } from '../charges/charge-badge.js';
import type { ChargeText } from '../charges/charge-texts.js';
import { Ending, Ticket } from '../charges/ticket.js';
import { Alert } from '../components/alert.js';
import { Button, ButtonLink } from '../components/button.js';
import { CalendarDate } from '../components/date-time.js';
import { ConfirmDialog } from '../components/dialog.js';
import { Money } from '../components/money.js';
import { QrTicket } from '../components/qr-ticket.js';
import { type Column, Table } from '../components/table.js';
import { useAction } from '../hooks/use-action.js';
import { useTitle } from '../hooks/use-heading.js';
import { useConfig } from '../layout/config.js';
import { RecordPage } from '../layout/message-page.js';
import { useLive } from '../live/use-live.js';
import { formatDate, formatMonth } from '../text/dates.js';
import './plans-page.css';

/** A subscription: how to approve it, its months, and how to cancel it. */
export function SubscriptionPage() {
  const { id = '' } = useRoute().params;
  const live = useLive<SubscriptionView>(url`/api/subscriptions/${id}`);
  return (
    <RecordPage
      live={live}
      unknown="Assinatura não encontrada"
      failed="Não foi possível abrir a assinatura"
    >
      {(subscription) => <Subscription subscription={subscription} isOffline={live.isOffline} />}
    </RecordPage>
  );
}

interface SubscriptionProps {
  readonly subscription: SubscriptionView;
}

function Subscription({
  subscription,
  isOffline,
}: SubscriptionProps & { readonly isOffline: boolean }) {
  const { plano, valor, contrato, cobranca, meses } = subscription;
  const { status, identificador } = cobranca;
  const text = describeSubscription(subscription);
  useTitle(text.title);
  const isOver = !['CRIANDO', 'PENDENTE', 'ATIVA', 'CANCELANDO'].includes(status);
  return (
    <>
      <Ticket
        tone={text.tone}
        status={isOffline ? 'Reconectando à loja…' : text.status}
        title={plano}
        amount={valor}
        description={`Por mês, contrato ${contrato}`}
        txid={identificador ?? contrato}
        txidName={identificador === null ? 'Contrato' : 'Identificador da recorrência'}
        charge={cobranca}
        isOffline={isOffline}
      >
        {status === 'PENDENTE' ? (
          <QrTicket
            charge={cobranca}
            subject="desta assinatura"
            lastStep="Aprove a assinatura. Esta página avisa assim que o banco confirmar."
          />
        ) : (
          <Ending icon={text.icon} title={text.title} text={text.text}>
            {isOver && (
              <ButtonLink kind="primary" href="/assinaturas">
                Ver os planos
              </ButtonLink>
            )}
          </Ending>
        )}
      </Ticket>
      <section class="subscription-more" aria-labelledby="months-title">
        <h2 id="months-title">Cobranças</h2>
        <Table
          caption="Cobranças da assinatura"
          columns={COLUMNS}
          rows={meses}
          rowKey={({ competencia }) => competencia}
          empty="Nenhuma cobrança."
        />
        <Actions subscription={subscription} />
      </section>
    </>
  );
}

const COLUMNS: readonly Column<MonthView>[] = [
  {
    title: 'Mês',
    cell: ({ competencia }) => <span class="month">{formatMonth(competencia)}</span>,
  },
  { title: 'Vencimento', cell: ({ vencimento }) => <CalendarDate value={vencimento} /> },
  {
    title: 'Valor',
    isNumber: true,
    cell: ({ cobranca: { valor } }) => <Money value={valor ?? '0.00'} />,
  },
  { title: 'Situação', cell: ({ cobranca }) => <ChargeBadge charge={cobranca} /> },
];

/** Cancels a subscription. In the demo, also acts as the payer at the bank. */
function Actions({ subscription: { id, cobranca, meses } }: SubscriptionProps) {
  const { demo } = useConfig();
  const [isAsking, setAsking] = useState(false);
  const cancel = useAction(async () => {
    await call(url`/api/subscriptions/${id}/cancel`, { method: 'POST' });
  });
  const act = useAction(async (acao: DemoAction) => {
    await call(url`/api/subscriptions/${id}/demo`, { method: 'POST', body: { acao } });
  });
  const isOpen = cobranca.status === 'PENDENTE' || cobranca.status === 'ATIVA';
  const hasOpenMonth = meses.some((month) => month.cobranca.status === 'PENDENTE');
  const actions = ACTIONS.filter(
    ({ on, needsMonth }) => on === cobranca.status && (!needsMonth || hasOpenMonth),
  );
  return (
    <>
      <Alert message={cancel.error ?? act.error} />
      <div class="actions">
        {demo &&
          actions.map(({ acao, label, isMain }) => (
            <Button
              key={acao}
              {...(isMain && { kind: 'sun', icon: 'bank' })}
              isBusy={act.isBusy}
              onClick={() => void act.run(acao)}
            >
              {label}
            </Button>
          ))}
        {isOpen && (
          <Button kind="quiet" isBusy={cancel.isBusy} onClick={() => setAsking(true)}>
            Cancelar assinatura
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancelar esta assinatura?"
        confirm="Sim, cancelar"
        keep="Manter assinatura"
        onConfirm={() => void cancel.run()}
        onClose={() => setAsking(false)}
      >
        Nenhum outro mês será cobrado. Depois das 22h da véspera do vencimento, o banco já não
        cancela a cobrança do dia seguinte.
      </ConfirmDialog>
    </>
  );
}

type DemoAction = 'approve' | 'reject' | 'cancel' | 'settle' | 'fail';

interface DemoButton {
  readonly acao: DemoAction;
  readonly label: string;
  /** The status in which the payer can do it. */
  readonly on: ChargeStatus;
  readonly needsMonth?: boolean;
  readonly isMain?: boolean;
}

/** What the payer does at the simulated bank. The page shows the effect when the bank has notified the shop. */
const ACTIONS: readonly DemoButton[] = [
  { acao: 'approve', label: 'Aprovar no banco simulado', on: 'PENDENTE', isMain: true },
  { acao: 'reject', label: 'Recusar no banco simulado', on: 'PENDENTE' },
  {
    acao: 'settle',
    label: 'Pagar a cobrança no banco simulado',
    on: 'ATIVA',
    needsMonth: true,
    isMain: true,
  },
  { acao: 'fail', label: 'Falhar por falta de saldo', on: 'ATIVA', needsMonth: true },
  { acao: 'cancel', label: 'Cancelar no banco simulado', on: 'ATIVA' },
];

function describeSubscription({ cobranca, dataInicial }: SubscriptionView): ChargeText {
  return TEXTS[cobranca.status] ?? active(dataInicial);
}

function active(dataInicial: string): ChargeText {
  return {
    icon: 'check',
    tone: 'good',
    title: 'Assinatura ativa',
    status: 'Ativa',
    text: `O seu banco paga todo mês, a partir de ${formatDate(dataInicial)}. Você não precisa fazer nada.`,
  };
}

const TEXTS: Readonly<Partial<Record<ChargeStatus, ChargeText>>> = {
  CRIANDO: {
    icon: 'clock',
    tone: 'neutral',
    title: 'Preparando a assinatura',
    status: 'Falando com o banco',
    text: 'O QR Code aparece aqui assim que o banco confirmar.',
  },
  PENDENTE: {
    icon: 'clock',
    tone: 'waiting',
    title: 'Aprove a assinatura',
    status: 'Aguardando a sua aprovação',
    text: 'Leia o QR Code com o aplicativo do seu banco.',
  },
  NEGADO: {
    icon: 'cross',
    tone: 'neutral',
    title: 'Assinatura recusada',
    status: 'Recusada',
    text: 'A assinatura foi recusada no banco. Nada será cobrado.',
  },
  EXPIRADO: {
    icon: 'clock',
    tone: 'neutral',
    title: 'O prazo acabou',
    status: 'Expirada',
    text: 'A assinatura não foi aprovada a tempo. Nada será cobrado.',
  },
  CANCELANDO: {
    icon: 'clock',
    tone: 'neutral',
    title: 'Cancelando…',
    status: 'Cancelando a assinatura',
    text: 'Estamos confirmando o cancelamento com o banco.',
  },
  CANCELADO: {
    icon: 'cross',
    tone: 'neutral',
    title: 'Assinatura cancelada',
    status: 'Cancelada',
    text: 'Nenhum outro mês será cobrado.',
  },
};
