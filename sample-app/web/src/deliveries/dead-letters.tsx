import { useState } from 'preact/hooks';
import type { DeadLetterView } from '../../../src/backoffice/deliveries/dead-letter.view.js';
import { explainUnknown } from '../api/explain-unknown.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { DateTime } from '../components/date-time.js';
import { ConfirmDialog } from '../components/dialog.js';
import { Loading } from '../components/loading.js';
import { type Column, Table } from '../components/table.js';
import { useToast } from '../components/toast.js';
import { useAction } from '../hooks/use-action.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { useSession } from '../session/session.js';
import { deliveriesApi } from './deliveries.api.js';
import { describeEventType } from './event-types.js';
import './dead-letters.css';

const COLUMNS: readonly Column<DeadLetterView>[] = [
  { title: 'Falhou em', cell: ({ falhouEm }) => <DateTime value={falhouEm} /> },
  { title: 'Tipo', cell: ({ tipo }) => describeEventType(tipo) },
  { title: 'Evento', cell: ({ chave }) => <code>{chave}</code> },
  { title: 'Erro', cell: ({ motivo }) => motivo },
  { title: 'Tentativas', isNumber: true, cell: ({ tentativas }) => tentativas },
];

/** Events of the queue whose attempts are used up. They stay there until a person retries them. */
export function DeadLetters() {
  const { canOperate } = useSession();
  const showToast = useToast();
  const letters = useLoaded(deliveriesApi.deadLetters, []);
  const retry = useAction(async (chave: string) => {
    showToast();
    try {
      await deliveriesApi.retry(chave);
      showToast('Evento de volta na fila. Um processo da loja o trata em instantes.');
    } catch (error) {
      throw explainUnknown(error);
    } finally {
      await letters.reload();
    }
  });
  const action: Column<DeadLetterView> = {
    title: 'Ação',
    cell: ({ chave }) => (
      <RetryButton isBusy={retry.isBusy} onRetry={() => void retry.run(chave)} />
    ),
  };
  return (
    <section class="dead-letters" aria-labelledby="dead-letters-title">
      <div class="page-head">
        <h2 id="dead-letters-title">Fila de eventos</h2>
        <Button onClick={() => void letters.reload()}>Atualizar a fila</Button>
      </div>
      <Alert message={retry.error} />
      <Loading loaded={letters}>
        {({ temFila, total, itens }) => (
          <>
            {total > itens.length && (
              <p>
                As {itens.length} falhas mais recentes, de {total}.
              </p>
            )}
            <Table
              caption="Eventos da fila sem mais tentativas"
              columns={canOperate ? [...COLUMNS, action] : COLUMNS}
              rows={itens}
              rowKey={({ chave }) => chave}
              empty={
                temFila
                  ? 'Nenhum evento da fila esgotou as tentativas.'
                  : 'Esta loja não usa fila: o banco repete o que falha.'
              }
            />
          </>
        )}
      </Loading>
    </section>
  );
}

interface RetryButtonProps {
  readonly isBusy: boolean;
  readonly onRetry: () => void;
}

function RetryButton({ isBusy, onRetry }: RetryButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button isBusy={isBusy} onClick={() => setAsking(true)}>
        Tentar de novo
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Devolver este evento à fila?"
        confirm="Sim, tentar de novo"
        keep="Não tentar"
        onConfirm={onRetry}
        onClose={() => setAsking(false)}
      >
        O evento volta à fila com todas as tentativas. O que já foi processado não se repete.
      </ConfirmDialog>
    </>
  );
}
