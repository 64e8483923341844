import type { PixTaskChoice, PixTaskReason } from 'nestjs-pix/ledger';
import { useState } from 'preact/hooks';
import type { TaskView } from '../../../src/tasks/tasks.controller.js';
import { call, url } from '../api/call.js';
import { Alert, Notice } from '../components/alert.js';
import { Button } from '../components/button.js';
import { DateTime } from '../components/date-time.js';
import { ConfirmDialog } from '../components/dialog.js';
import { Fact } from '../components/facts.js';
import { InputField } from '../components/field.js';
import { Loading } from '../components/loading.js';
import { Money } from '../components/money.js';
import { useToast } from '../components/toast.js';
import { useAction } from '../hooks/use-action.js';
import { useLive } from '../live/use-live.js';
import { AdminPage } from './admin-page.js';
import './tasks-page.css';

const PATH = '/api/admin/tasks';

/** What a person must decide: money that fits no charge, and what the bank refused. */
export function TasksPage() {
  const tasks = useLive<TaskView[]>(PATH);
  const showToast = useToast();
  const decide = async (task: TaskView, escolha: PixTaskChoice, para?: string) => {
    showToast();
    const body = { escolha, ...(para !== undefined && { para }) };
    tasks.setData(await call<TaskView[]>(`${PATH}/${task.numero}`, { method: 'POST', body }));
    showToast(CHOICES[escolha].done);
    // The button goes with its task.
    document.querySelector('h1')?.focus();
  };
  return (
    <AdminPage title="Tarefas">
      <Loading loaded={tasks}>
        {(rows) =>
          rows.length === 0 ? (
            <Notice>Nada para decidir. Todo o dinheiro recebido tem uma cobrança.</Notice>
          ) : (
            <ul class="tasks" role="list">
              {rows.map((task) => (
                <TaskCard
                  key={task.numero}
                  task={task}
                  onDecide={(choice, to) => decide(task, choice, to)}
                />
              ))}
            </ul>
          )
        }
      </Loading>
    </AdminPage>
  );
}

interface TaskCardProps {
  readonly task: TaskView;
  /** A rejection is shown on the card. */
  readonly onDecide: (choice: PixTaskChoice, to?: string) => Promise<void>;
}

function TaskCard({ task, onDecide }: TaskCardProps) {
  const [asked, setAsked] = useState<PixTaskChoice>();
  const [target, setTarget] = useState('');
  const decide = useAction(onDecide);
  const [title, text] = REASONS[task.motivo];
  return (
    <li class="task">
      <div class="task-head">
        <h2>{title}</h2>
        {task.valor !== null && (
          <p class="task-amount">
            <Money value={task.valor} />
          </p>
        )}
      </div>
      <p class="task-why">{text}</p>
      <TaskFacts task={task} />
      <Alert message={decide.error} />
      {task.escolhas.includes('assign') && (
        <InputField
          label="Número da cobrança"
          hint="Só para atribuir"
          value={target}
          maxLength={200}
          onType={setTarget}
        />
      )}
      <div class="actions">
        {task.escolhas.map((choice, index) => (
          <Button
            key={choice}
            kind={index === 0 ? 'primary' : 'ghost'}
            isBusy={decide.isBusy}
            disabled={choice === 'assign' && target === ''}
            onClick={() => setAsked(choice)}
          >
            {CHOICES[choice].label}
          </Button>
        ))}
      </div>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={`${CHOICES[asked ?? 'dismiss'].label}?`}
        confirm="Sim"
        keep="Ainda não"
        onConfirm={() => {
          if (asked) void decide.run(asked, asked === 'assign' ? target.trim() : undefined);
        }}
        onClose={() => setAsked(undefined)}
      >
        {CHOICES[asked ?? 'dismiss'].effect}
      </ConfirmDialog>
    </li>
  );
}

function TaskFacts({ task }: { readonly task: TaskView }) {
  const { cobranca, endToEndId, sobre, criadaEm } = task;
  return (
    <dl>
      <Fact name="Desde">
        <DateTime value={criadaEm} />
      </Fact>
      {cobranca !== null && (
        <Fact name="Cobrança">
          <a href={url`/admin/cobrancas/${cobranca}`}>Ver cobrança</a>
        </Fact>
      )}
      {endToEndId !== null && (
        <Fact name="Identificador do Pix">
          <code>{endToEndId}</code>
        </Fact>
      )}
      {sobre !== null && (
        <Fact name="Sobre">
          <code>{sobre}</code>
        </Fact>
      )}
    </dl>
  );
}

/** Why a person must decide. */
const REASONS: Readonly<Record<PixTaskReason, readonly [title: string, text: string]>> = {
  late: ['Fora do prazo', 'A cobrança estava vencida ou cancelada quando o Pix chegou.'],
  duplicate: ['Pago de novo', 'Esta cobrança já tinha um pagamento.'],
  'other amount': ['Outro valor', 'O valor pago não é o valor da cobrança.'],
  'no charge': [
    'Sem cobrança',
    'Nenhuma cobrança da loja tem este Pix. Confira se outro sistema usa a mesma conta.',
  ],
  unreadable: ['Pix ilegível', 'O banco mostra um Pix ou uma devolução sem uma parte obrigatória.'],
  'refund refused': ['Devolução recusada', 'O banco não aceitou a devolução.'],
  'refund failed': ['Devolução não realizada', 'O banco aceitou a devolução, mas não a realizou.'],
  'revise refused': ['Alteração recusada', 'O banco não aceitou alterar a cobrança.'],
  'cancel refused': ['Cancelamento recusado', 'O banco não aceitou cancelar a cobrança.'],
  'retry refused': ['Tentativa recusada', 'O banco não aceitou outra tentativa de débito.'],
  'creation unclear': ['Criação incerta', 'Não se sabe se o banco criou a cobrança.'],
  'retry unclear': ['Tentativa incerta', 'Não se sabe se o banco recebeu o pedido de tentativa.'],
  'handler failed': ['A loja falhou', 'A loja não conseguiu tratar uma mudança da cobrança.'],
};

interface Choice {
  readonly label: string;
  readonly effect: string;
  readonly done: string;
}

const CHOICES: Readonly<Record<PixTaskChoice, Choice>> = {
  refund: {
    label: 'Devolver',
    effect: 'O que falta devolver volta para a conta de quem pagou. Não pode ser desfeito.',
    done: 'Devolução pedida ao banco.',
  },
  accept: {
    label: 'Aceitar',
    effect: 'O pagamento quita a cobrança, como se tivesse chegado certo.',
    done: 'Pagamento aceito.',
  },
  assign: {
    label: 'Atribuir',
    effect: 'O pagamento quita a cobrança que você escreveu.',
    done: 'Pagamento atribuído.',
  },
  retry: {
    label: 'Tentar de novo',
    effect: 'A loja repete o que falhou.',
    done: 'A loja tenta de novo.',
  },
  dismiss: {
    label: 'Encerrar',
    effect: 'Nada mais acontece. O dinheiro, se houver, fica com a loja.',
    done: 'Tarefa encerrada.',
  },
};
