import type { AuditView } from '../../../src/backoffice/audit/audit.view.js';
import { DateTime } from '../components/date-time.js';
import { StatusBadge, type Tone } from '../components/status-badge.js';
import type { Column } from '../components/table.js';
import { ListPage } from '../lists/list-page.js';
import { describeDetail, findTarget, findTargetPage } from './audit-texts.js';

const ACTIONS: Readonly<Record<AuditView['acao'], string>> = {
  LOGIN: 'Entrou',
  LOGOUT: 'Saiu',
  SENHA_ALTERADA: 'Trocou a senha',
  USUARIO_CRIADO: 'Criou usuário',
  USUARIO_ALTERADO: 'Alterou usuário',
  PEDIDO_CANCELADO: 'Cancelou cobrança',
  PEDIDO_CONSULTADO: 'Consultou no banco',
  PAGAMENTO_DEVOLVIDO: 'Devolveu pagamento',
  FATURA_CRIADA: 'Criou fatura',
  FATURA_CANCELADA: 'Cancelou fatura',
  LOTE_ENVIADO: 'Enviou lote de faturas',
  ASSINATURA_CANCELADA: 'Cancelou assinatura',
  ASSINATURA_CONSULTADA: 'Consultou assinatura',
  TENTATIVA_PEDIDA: 'Pediu nova tentativa',
  ENTREGA_REPETIDA: 'Repetiu entrega',
  EVENTO_REENFILEIRADO: 'Repetiu evento da fila',
};

const OUTCOMES: Readonly<Record<AuditView['resultado'], string>> = {
  SUCESSO: 'Sucesso',
  FALHA: 'Falha',
  DESCONHECIDO: 'Desconhecido',
};

const TONES: Readonly<Record<AuditView['resultado'], Tone>> = {
  SUCESSO: 'good',
  FALHA: 'bad',
  DESCONHECIDO: 'waiting',
};

const COLUMNS: readonly Column<AuditView>[] = [
  { title: 'Quando', cell: ({ em }) => <DateTime value={em} /> },
  { title: 'Quem', cell: ({ usuario }) => usuario ?? '–' },
  { title: 'Ação', cell: ({ acao }) => ACTIONS[acao] },
  { title: 'Alvo', cell: (entry) => <Target entry={entry} /> },
  {
    title: 'Resultado',
    cell: ({ resultado }) => (
      <StatusBadge tone={TONES[resultado]}>{OUTCOMES[resultado]}</StatusBadge>
    ),
  },
  { title: 'Detalhe', cell: describeDetail },
];

function Target({ entry }: { readonly entry: AuditView }) {
  const target = findTarget(entry);
  if (target === undefined) return <>–</>;
  const identifier = <code>{target}</code>;
  const page = findTargetPage(entry);
  return page === undefined ? identifier : <a href={page}>{identifier}</a>;
}

export function AuditPage() {
  return (
    <ListPage<AuditView>
      title="Auditoria"
      api="/api/admin/audit"
      searchHint="Nome da pessoa ou identificador do alvo"
      choices={[
        { name: 'acao', label: 'Ação', options: ACTIONS },
        { name: 'status', label: 'Resultado', options: OUTCOMES },
      ]}
      columns={() => COLUMNS}
      rowKey={({ id }) => String(id)}
      empty="Nenhum registro"
    />
  );
}
