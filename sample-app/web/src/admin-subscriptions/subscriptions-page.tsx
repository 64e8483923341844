import type { SubscriptionRowView } from '../../../src/subscriptions/subscription.view.js';
import { url } from '../api/call.js';
import { explainUnknown } from '../api/explain-unknown.js';
import { DateTime } from '../components/date-time.js';
import { Money } from '../components/money.js';
import type { Column } from '../components/table.js';
import { useToast } from '../components/toast.js';
import { useAction } from '../hooks/use-action.js';
import { ListPage } from '../lists/list-page.js';
import { useSession } from '../session/session.js';
import { adminSubscriptionsApi } from './admin-subscriptions.api.js';
import { CancelButton } from './cancel-button.js';
import { describeCancel, STATUSES, SubscriptionStatusBadge } from './subscription-status.js';

const COLUMNS: readonly Column<SubscriptionRowView>[] = [
  {
    title: 'Assinante',
    cell: ({ id, nome }) => <a href={url`/admin/assinaturas/${id}`}>{nome}</a>,
  },
  { title: 'Plano', cell: ({ plano }) => plano.nome },
  { title: 'Criada em', cell: ({ criadoEm }) => <DateTime value={criadoEm} /> },
  {
    title: 'Situação',
    cell: ({ status }) => <SubscriptionStatusBadge status={status} />,
  },
  { title: 'Contrato', cell: ({ contrato }) => <code>{contrato}</code> },
  { title: 'Valor mensal', isNumber: true, cell: ({ valor }) => <Money value={valor} /> },
];

/** Subscriptions. Each has a page of its own. */
export function SubscriptionsPage() {
  const { canOperate } = useSession();
  const showToast = useToast();
  const cancel = useAction(async (id: string, reload: () => Promise<void>) => {
    showToast();
    try {
      showToast(describeCancel((await adminSubscriptionsApi.cancel(id)).status));
    } catch (error) {
      throw explainUnknown(error);
    } finally {
      await reload();
    }
  });
  const columns = (reload: () => Promise<void>): readonly Column<SubscriptionRowView>[] => {
    if (!canOperate) return COLUMNS;
    const cell = (subscription: SubscriptionRowView) => (
      <CancelButton
        subscription={subscription}
        isBusy={cancel.isBusy}
        onCancel={() => void cancel.run(subscription.id, reload)}
      />
    );
    return [...COLUMNS, { title: 'Ação', cell }];
  };
  return (
    <ListPage<SubscriptionRowView>
      title="Assinaturas"
      api={adminSubscriptionsApi.path}
      searchHint="Nome, número da assinatura, contrato, recorrência ou txid"
      choices={[{ name: 'status', label: 'Situação', options: STATUSES }]}
      columns={columns}
      rowKey={({ id }) => id}
      empty="Nenhuma assinatura"
      error={cancel.error}
    />
  );
}
