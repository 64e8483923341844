import type { HealthView } from '../../../src/health/health.controller.js';
import { call } from '../api/call.js';
import { CalendarDate, DateTime } from '../components/date-time.js';
import { Loading } from '../components/loading.js';
import { StatusBadge, type Tone } from '../components/status-badge.js';
import { type Column, Table } from '../components/table.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { AdminPage } from './admin-page.js';

type Component = HealthView['banco'];

interface Line {
  readonly name: string;
  readonly component: Component;
}

const NAMES = {
  livro: 'Livro de cobranças',
  banco: 'Banco (autenticação)',
  certificado: 'Certificado',
  conciliacao: 'Busca de pagamentos sem aviso',
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

/** The state of the shop, of its ledger and of its bank. */
export function HealthPage() {
  const health = useLoaded((signal) => call<HealthView>('/api/admin/health', { signal }), []);
  return (
    <AdminPage title="Saúde" loaded={health}>
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
    </AdminPage>
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
  const { reason, daysLeft, notAfter, lagSeconds, deadLetters, unsettled, tasks, lastAnswer } =
    component;
  if (typeof daysLeft === 'number' && typeof notAfter === 'string') {
    return (
      <>
        Vence em <CalendarDate value={notAfter} />, {describeDays(daysLeft)}
      </>
    );
  }
  if (typeof unsettled === 'number') {
    return <>{`${unsettled} em andamento, ${String(tasks)} para decidir`}</>;
  }
  if (typeof lagSeconds === 'number') {
    return <>Em dia até {Math.ceil(lagSeconds / 60)} min atrás</>;
  }
  if (typeof deadLetters === 'number') {
    return <>{deadLetters === 1 ? '1 evento com falha' : `${deadLetters} eventos com falha`}</>;
  }
  const text = reason && (REASONS[reason] ?? `Código do erro: ${reason}`);
  if (typeof lastAnswer !== 'string') return <>{text ?? '–'}</>;
  // What is said of the bank is as old as this.
  return (
    <>
      {text && `${text}. `}Último pedido de token: <DateTime value={lastAnswer} />
    </>
  );
}

function describeDays(days: number): string {
  if (days < 0) return 'vencido';
  return days === 1 ? 'falta 1 dia' : `faltam ${days} dias`;
}

/** Reasons of the library's health checks. Others are codes of errors. */
const REASONS: Readonly<Record<string, string>> = {
  'the account has a fixed token and no token endpoint': 'A conta tem um token fixo (sandbox)',
  'a valid token came from the token store; the endpoint was not called':
    'O token guardado ainda vale; o banco não foi chamado',
  'the token is valid, and the last answer is too old': 'O token ainda vale',
  'the account has no client certificate': 'A conta não usa certificado',
  expired: 'Vencido',
  'no run has ended yet': 'A primeira busca ainda não terminou',
  'the cursor is too far behind': 'A busca está atrasada',
};
