import type { SubscriptionChargeView } from '../../../src/subscriptions/subscription.view.js';
import { CalendarDate, DateTime } from '../components/date-time.js';
import { Money } from '../components/money.js';
import { StatusBadge } from '../components/status-badge.js';
import { type Column, Table } from '../components/table.js';
import { toSentence } from '../text/sentences.js';
import { describeCharge, formatMonth, isOpenCharge } from './subscription-texts.js';

export const CHARGE_COLUMNS: readonly Column<SubscriptionChargeView>[] = [
  {
    title: 'Mês',
    cell: ({ competencia }) => <span class="month">{formatMonth(competencia)}</span>,
  },
  { title: 'Vencimento', cell: ({ vencimento }) => <CalendarDate value={vencimento} /> },
  { title: 'Valor', cell: ({ valor }) => <Money value={valor} />, isNumber: true },
  {
    title: 'Situação',
    cell: (charge) => {
      const { tone, text } = describeCharge(charge);
      return <StatusBadge tone={tone}>{text}</StatusBadge>;
    },
  },
  { title: 'Detalhe', cell: (charge) => <Detail charge={charge} /> },
];

interface ChargesTableProps {
  readonly charges: readonly SubscriptionChargeView[];
  /** Whether the subscription has not ended, so that charges may follow. */
  readonly mayCharge: boolean;
}

/** The charges of a subscription, oldest month first. */
export function ChargesTable({ charges, mayCharge }: ChargesTableProps) {
  return (
    <Table
      caption="Cobranças da assinatura"
      columns={CHARGE_COLUMNS}
      rows={charges}
      rowKey={({ id }) => id}
      empty={
        mayCharge
          ? 'Nenhuma cobrança ainda. A primeira aparece aqui quando o banco a agendar.'
          : 'Nenhuma cobrança.'
      }
    />
  );
}

function Detail({ charge }: { readonly charge: SubscriptionChargeView }) {
  const { pagaEm, novaTentativa, motivo } = charge;
  if (pagaEm !== null) {
    return (
      <>
        Paga em <DateTime value={pagaEm} />
      </>
    );
  }
  if (isOpenCharge(charge) && novaTentativa !== null) {
    return (
      <>
        {motivo === null ? '' : `${toSentence(motivo)}. `}Nova tentativa em{' '}
        <CalendarDate value={novaTentativa} />
      </>
    );
  }
  return <>{motivo === null ? '–' : toSentence(motivo)}</>;
}
