import { useRoute } from 'preact-iso/router';
import type {
  SubscriptionDetailView,
  SubscriptionTransitionView,
} from '../../../src/backoffice/subscriptions/subscription-detail.view.js';
import type { ChargeStatus, SubscriptionStatus } from '../../../src/database/schema.js';
import { DateTime } from '../components/date-time.js';
import { Loading } from '../components/loading.js';
import { Money } from '../components/money.js';
import { StatusBadge } from '../components/status-badge.js';
import { type Column, Table } from '../components/table.js';
import { useFocus } from '../hooks/use-focus.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { useTitle } from '../hooks/use-title.js';
import { MessagePage } from '../layout/message-page.js';
import { Fact, Facts } from '../lists/facts.js';
import { PaymentRefunds } from '../refunds/payment-refunds.js';
import { useSession } from '../session/session.js';
import { CHARGE_TEXTS, formatMonth } from '../subscriptions/subscription-texts.js';
import { toSentence } from '../text/sentences.js';
import { adminSubscriptionsApi } from './admin-subscriptions.api.js';
import { ChargeList } from './charge-list.js';
import { SubscriptionActions } from './subscription-actions.js';
import { SubscriptionStatusBadge } from './subscription-status.js';
import './subscription-page.css';

const TRANSITIONS: readonly Column<SubscriptionTransitionView>[] = [
  { title: 'Quando', cell: ({ em }) => <DateTime value={em} /> },
  {
    title: 'O quê',
    cell: ({ competencia }) =>
      competencia === null ? 'Assinatura' : `Cobrança de ${formatMonth(competencia)}`,
  },
  { title: 'Situação', cell: (transition) => <Status transition={transition} /> },
  { title: 'Motivo', cell: ({ motivo }) => toSentence(motivo) },
];

function Status({
  transition: { competencia, para },
}: {
  readonly transition: SubscriptionTransitionView;
}) {
  if (competencia === null) return <SubscriptionStatusBadge status={para as SubscriptionStatus} />;
  const { tone, text } = CHARGE_TEXTS[para as ChargeStatus];
  return <StatusBadge tone={tone}>{text}</StatusBadge>;
}

const JOURNEYS: Readonly<Record<SubscriptionDetailView['jornada'], string>> = {
  JORNADA_2: '2, só a aprovação',
  JORNADA_3: '3, com o primeiro mês pago',
};

/** One subscription: its charges, their payments, history, and what a person can do. */
export function SubscriptionPage() {
  const { id = '' } = useRoute().params;
  useTitle('Assinatura');
  const heading = useFocus<HTMLHeadingElement>();
  const subscription = useLoaded((signal) => adminSubscriptionsApi.read(id, signal), [id]);
  if (subscription.status === 404) {
    return (
      <MessagePage
        title="Assinatura não encontrada"
        href="/admin/assinaturas"
        link="Ver as assinaturas"
      >
        Nenhuma assinatura tem este número. Confira o endereço.
      </MessagePage>
    );
  }
  const { setData, reload } = subscription;
  return (
    <section class="admin-subscription" aria-labelledby="subscription-title">
      <div class="page-head">
        <h1 id="subscription-title" ref={heading} tabIndex={-1}>
          Assinatura
        </h1>
        <a href="/admin/assinaturas">Todas as assinaturas</a>
      </div>
      <Loading loaded={subscription}>
        {(data) => <Details subscription={data} onChange={setData} reload={reload} />}
      </Loading>
    </section>
  );
}

interface DetailsProps {
  readonly subscription: SubscriptionDetailView;
  readonly onChange: (subscription: SubscriptionDetailView) => void;
  readonly reload: () => Promise<void>;
}

function Details(props: DetailsProps) {
  const { subscription, reload } = props;
  const { canOperate } = useSession();
  return (
    <>
      <SubscriptionFacts subscription={subscription} />
      {canOperate && <SubscriptionActions {...props} />}
      <h2>Cobranças</h2>
      <ChargeList {...props} canOperate={canOperate} />
      {subscription.pagamentos.map((payment) => (
        <PaymentRefunds
          key={payment.endToEndId}
          payment={payment}
          canOperate={canOperate}
          reload={reload}
        />
      ))}
      <h2>Histórico</h2>
      <Table
        caption="Mudanças de situação"
        columns={TRANSITIONS}
        rows={subscription.transicoes}
        rowKey={({ id }) => String(id)}
        empty="Sem mudanças."
      />
    </>
  );
}

function SubscriptionFacts({ subscription }: Pick<DetailsProps, 'subscription'>) {
  const { nome, cpf, plano, valor, status, motivo, contrato, idRec, jornada } = subscription;
  return (
    <Facts>
      <Fact name="Situação">
        <SubscriptionStatusBadge status={status} />
      </Fact>
      <Fact name="Motivo">{motivo === null ? '–' : toSentence(motivo)}</Fact>
      <Fact name="Assinante">{nome}</Fact>
      <Fact name="CPF">{cpf}</Fact>
      <Fact name="Plano">{plano.nome}</Fact>
      <Fact name="Valor mensal">
        <Money value={valor} />
      </Fact>
      <Fact name="Criada em">
        <DateTime value={subscription.criadoEm} />
      </Fact>
      <Fact name="Aprovada em">
        {subscription.aprovadaEm === null ? '–' : <DateTime value={subscription.aprovadaEm} />}
      </Fact>
      <Fact name="Jornada">{JOURNEYS[jornada]}</Fact>
      <Fact name="Contrato">
        <code>{contrato}</code>
      </Fact>
      <Fact name="Recorrência">{idRec === null ? '–' : <code>{idRec}</code>}</Fact>
    </Facts>
  );
}
