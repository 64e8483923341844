import type { HealthView } from '../../../src/backoffice/health/health.view.js';
import { call } from '../api/call.js';
import { Button } from '../components/button.js';
import { CalendarDate } from '../components/date-time.js';
import { Loading } from '../components/loading.js';
import { StatusBadge, type Tone } from '../components/status-badge.js';
import { type Column, Table } from '../components/table.js';
import { useFocus } from '../hooks/use-focus.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { useTitle } from '../hooks/use-title.js';
import { describeReason } from './reasons.js';

type Component = HealthView['banco'];

interface Line {
  readonly name: string;
  readonly component: Component;
}

const NAMES = {
  banco: 'Banco (autenticação)',
  certificado: 'Certificado',
  conciliacao: 'Busca de pagamentos sem aviso',
  repeticoes: 'Repetições de chamadas ao banco',
  bancoDeDados: 'Banco de dados',
  fila: 'Fila de eventos',
} as const;

const STATES: Readonly<Record<Component['status'], { tone: Tone; text: string }>> = {
  up: { tone: 'good', text: 'Funcionando' },
  down: { tone: 'bad', text: 'Com problema' },
  unknown: { tone: 'neutral', text: 'Não verificado' },
};

const COLUMNS: readonly Column<Line>[] = [
  { title: 'Parte', cell: ({ name }) => name },
  {
    title: 'Situação',
    cell: ({ component: { status } }) => (
      <StatusBadge tone={STATES[status].tone}>{STATES[status].text}</StatusBadge>
    ),
  },
  { title: 'Detalhe', cell: ({ component }) => <Detail component={component} /> },
];

/** The state of the shop and of its bank. */
export function HealthPage() {
  useTitle('Saúde');
  const heading = useFocus<HTMLHeadingElement>();
  const health = useLoaded((signal) => call<HealthView>('/api/admin/health', { signal }), []);
  return (
    <section aria-labelledby="health-title">
      <div class="page-head">
        <h1 id="health-title" ref={heading} tabIndex={-1}>
          Saúde
        </h1>
        <Button isBusy={health.isLoading} onClick={() => void health.reload()}>
          Verificar de novo
        </Button>
      </div>
      <Loading loaded={health}>
        {(view) => (
          <Table
            caption="Saúde da loja"
            columns={COLUMNS}
            rows={toLines(view)}
            rowKey={({ name }) => name}
            empty="Nada para verificar."
          />
        )}
      </Loading>
    </section>
  );
}

function toLines(view: HealthView): Line[] {
  const keys = Object.keys(NAMES) as (keyof typeof NAMES)[];
  return keys.flatMap((key) => {
    const component = view[key];
    return component ? [{ name: NAMES[key], component }] : [];
  });
}

function Detail({ component }: { readonly component: Component }) {
  const { reason, daysLeft, notAfter, lagSeconds, left, capacity, deadLetters } = component;
  if (typeof daysLeft === 'number' && typeof notAfter === 'string') {
    return (
      <>
        Vence em <CalendarDate value={notAfter} />, {describeDays(daysLeft)}
      </>
    );
  }
  if (typeof lagSeconds === 'number') {
    return <>Em dia até {Math.ceil(lagSeconds / 60)} min atrás</>;
  }
  if (typeof left === 'number') return <>{`${left} de ${String(capacity)} disponíveis`}</>;
  if (typeof deadLetters === 'number') {
    return <>{deadLetters === 1 ? '1 evento com falha' : `${deadLetters} eventos com falha`}</>;
  }
  return <>{reason === undefined ? '–' : describeReason(reason)}</>;
}

function describeDays(days: number): string {
  if (days < 0) return 'vencido';
  return days === 1 ? 'falta 1 dia' : `faltam ${days} dias`;
}
