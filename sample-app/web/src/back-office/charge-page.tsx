import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import type { ChargeDetailView, HistoryView } from '../../../src/backoffice/charges.controller.js';
import { call, url } from '../api/call.js';
import { BankLink } from '../charges/bank-link.js';
import { ChargeBadge } from '../charges/charge-badge.js';
import { KINDS } from '../charges/charge-texts.js';
import { Alert } from '../components/alert.js';
import { Button, ButtonLink } from '../components/button.js';
import { CalendarDate, DateTime } from '../components/date-time.js';
import { ConfirmDialog } from '../components/dialog.js';
import { Fact, Facts } from '../components/facts.js';
import { InputField } from '../components/field.js';
import { Money } from '../components/money.js';
import { type Column, Table } from '../components/table.js';
import { useToast } from '../components/toast.js';
import { useAction } from '../hooks/use-action.js';
import { RecordPage } from '../layout/message-page.js';
import { useLive } from '../live/use-live.js';
import { formatDateTime } from '../text/dates.js';
import { AdminPage } from './admin-page.js';
import { STATES } from './charges-page.js';
import { PaymentRefunds } from './payment-refunds.js';

/** A charge: what it is for, its payments and refunds, and its history. */
export function ChargePage() {
  const { id = '' } = useRoute().params;
  const live = useLive<ChargeDetailView>(url`/api/admin/charges/${id}`);
  return (
    <RecordPage
      live={live}
      unknown="Cobrança não encontrada"
      failed="Não foi possível abrir a cobrança"
    >
      {(charge) => <Charge charge={charge} isOffline={live.isOffline} />}
    </RecordPage>
  );
}

interface ChargeProps {
  readonly charge: ChargeDetailView;
}

function Charge({ charge, isOffline }: ChargeProps & { readonly isOffline: boolean }) {
  return (
    <AdminPage title={charge.assunto} side={<a href="/admin/cobrancas">Todas as cobranças</a>}>
      {isOffline && <p role="status">Reconectando à loja…</p>}
      <ChargeFacts charge={charge} />
      <Actions charge={charge} />
      {charge.pagamentos.map((payment) => (
        <PaymentRefunds key={payment.endToEndId} payment={payment} />
      ))}
      {charge.tipo === 'cobr' && <Attempts charge={charge} />}
      <h2>Histórico</h2>
      <Table
        caption="Histórico da cobrança"
        columns={HISTORY}
        rows={charge.historico}
        rowKey={({ em, oque }) => `${em} ${oque}`}
        empty="Nenhum passo."
      />
    </AdminPage>
  );
}

function ChargeFacts({ charge }: ChargeProps) {
  const { tipo, valor, devolvido, criadaEm, pagavelAte, identificador } = charge;
  return (
    <Facts>
      <Fact name="Situação">
        <div role="status">
          <ChargeBadge charge={charge} />
        </div>
      </Fact>
      <Fact name="Tipo">{KINDS[tipo]}</Fact>
      <Fact name="Valor">{valor === null ? '–' : <Money value={valor} />}</Fact>
      {devolvido !== '0.00' && (
        <Fact name="Devolvido">
          <Money value={devolvido} />
        </Fact>
      )}
      <Fact name="Criada em">
        <DateTime value={criadaEm} />
      </Fact>
      {pagavelAte !== null && (
        <Fact name="Pode ser paga até">
          <DateTime value={pagavelAte} />
        </Fact>
      )}
      <Fact name={tipo === 'rec' ? 'idRec' : 'txid'}>
        <code>{identificador ?? '–'}</code> <BankLink charge={charge} />
      </Fact>
    </Facts>
  );
}

function Actions({ charge: { id, status, pagina } }: ChargeProps) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useAction(async () => {
    await call(url`/api/admin/charges/${id}/cancel`, { method: 'POST' });
  });
  return (
    <>
      <Alert message={cancel.error} />
      <div class="actions">
        <ButtonLink href={pagina}>Página do cliente</ButtonLink>
        {['CRIANDO', 'PENDENTE', 'ATIVA'].includes(status) && (
          <Button kind="quiet" isBusy={cancel.isBusy} onClick={() => setAsking(true)}>
            Cancelar cobrança
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title="Cancelar esta cobrança?"
        confirm="Sim, cancelar"
        keep="Manter cobrança"
        onConfirm={() => void cancel.run()}
        onClose={() => setAsking(false)}
      >
        O cliente não pode mais pagar, assim que o banco confirmar.
      </ConfirmDialog>
    </>
  );
}

/** The attempts to debit a month, and the form that asks for another one. */
function Attempts({ charge: { id, status, tentativas } }: ChargeProps) {
  const showToast = useToast();
  const retry = useAction(async (dia: string) => {
    await call(url`/api/admin/charges/${id}/retry`, { method: 'POST', body: { dia } });
    showToast('Nova tentativa pedida.');
  });
  return (
    <>
      <h2>Tentativas de débito</h2>
      <Table
        caption="Tentativas de débito"
        columns={ATTEMPTS}
        rows={tentativas}
        rowKey={({ dia, status: result }) => `${dia} ${result}`}
        empty="Nenhuma tentativa."
      />
      {status === 'PENDENTE' && (
        <form
          class="admin-form"
          onSubmit={(event) => {
            event.preventDefault();
            const input = event.currentTarget.elements.namedItem('dia') as HTMLInputElement;
            void retry.run(input.value);
          }}
        >
          <InputField
            label="Dia de outra tentativa"
            hint="Um dia útil, até 7 dias depois da primeira"
            name="dia"
            type="date"
            required
          />
          <div class="wide">
            <Alert message={retry.error} />
            <Button type="submit" isBusy={retry.isBusy}>
              Pedir outra tentativa
            </Button>
          </div>
        </form>
      )}
    </>
  );
}

/** What the bank calls the result of an attempt. */
const RESULTS: Readonly<Record<string, string>> = {
  SOLICITADA: 'Pedida',
  AGENDADA: 'Agendada',
  PAGA: 'Paga',
  CANCELADA: 'Cancelada',
  REJEITADA: 'Sem saldo ou recusada',
  EXPIRADA: 'Sem saldo até o fim do dia',
};

const ATTEMPTS: readonly Column<ChargeDetailView['tentativas'][number]>[] = [
  { title: 'Dia', cell: ({ dia }) => <CalendarDate value={dia} /> },
  { title: 'Resultado', cell: ({ status }) => RESULTS[status] ?? status },
];

const CAUSES: Readonly<Record<HistoryView['causa'], string>> = {
  call: 'Resposta do banco',
  event: 'Notificação',
  reconciler: 'Conferência',
  person: 'Loja ou pessoa',
};

const HISTORY: readonly Column<HistoryView>[] = [
  { title: 'Quando', cell: ({ em }) => <time dateTime={em}>{formatDateTime(em, 'medium')}</time> },
  { title: 'Causa', cell: ({ causa }) => CAUSES[causa] },
  { title: 'O que', cell: ({ oque }) => <code>{oque}</code> },
  {
    title: 'Passo',
    cell: ({ de, para }) => (para === null ? '–' : `${de ? STATES[de] : '·'} → ${STATES[para]}`),
  },
  { title: 'Tentativas', isNumber: true, cell: ({ tentativas }) => tentativas ?? '–' },
  { title: 'No banco', cell: ({ correlacao }) => <code>{correlacao ?? '–'}</code> },
];
