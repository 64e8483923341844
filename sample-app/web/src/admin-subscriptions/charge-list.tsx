import { useState } from 'preact/hooks';
import type { SubscriptionDetailView } from '../../../src/backoffice/subscriptions/subscription-detail.view.js';
import type { SubscriptionChargeView } from '../../../src/subscriptions/subscription.view.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { CalendarDate } from '../components/date-time.js';
import { ConfirmDialog } from '../components/dialog.js';
import { type Column, Table } from '../components/table.js';
import { CHARGE_COLUMNS } from '../subscriptions/charges-table.js';
import { adminSubscriptionsApi } from './admin-subscriptions.api.js';
import { type Change, useChange } from './use-change.js';

/** The attempts after the first one, and the day of the latest. */
const ATTEMPTS: Column<SubscriptionChargeView> = {
  title: 'Novas tentativas',
  cell: ({ retentativas, novaTentativa }) =>
    novaTentativa === null ? (
      retentativas
    ) : (
      <>
        {retentativas}, a última em <CalendarDate value={novaTentativa} />
      </>
    ),
};

interface ChargeListProps extends Change {
  readonly subscription: SubscriptionDetailView;
  readonly canOperate: boolean;
}

/** The charges of a subscription with their attempts. A failed one can be attempted again. */
export function ChargeList({ subscription, canOperate, ...change }: ChargeListProps) {
  const retry = useChange(change, adminSubscriptionsApi.retry, () => 'Nova tentativa pedida.');
  const action: Column<SubscriptionChargeView> = {
    title: 'Ação',
    cell: (charge) => (
      <RetryButton
        charge={charge}
        isBusy={retry.isBusy}
        onRetry={() => void retry.run(subscription.id, charge.id)}
      />
    ),
  };
  return (
    <>
      <Alert message={retry.error} />
      <Table
        caption="Cobranças da assinatura"
        columns={[...CHARGE_COLUMNS, ATTEMPTS, ...(canOperate ? [action] : [])]}
        rows={subscription.cobrancas}
        rowKey={({ id }) => id}
        empty="Nenhuma cobrança ainda."
      />
    </>
  );
}

interface RetryButtonProps {
  readonly charge: SubscriptionChargeView;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
}

function RetryButton({ charge, isBusy, onRetry }: RetryButtonProps) {
  const [isAsking, setAsking] = useState(false);
  if (charge.status !== 'EM_NOVA_TENTATIVA') return <>–</>;
  return (
    <>
      <Button isBusy={isBusy} onClick={() => setAsking(true)}>
        Tentar de novo
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Pedir nova tentativa?"
        confirm="Sim, pedir"
        keep="Não pedir"
        onConfirm={onRetry}
        onClose={() => setAsking(false)}
      >
        Se nenhuma tentativa estiver marcada, o banco cobra de novo no próximo dia permitido.
      </ConfirmDialog>
    </>
  );
}
