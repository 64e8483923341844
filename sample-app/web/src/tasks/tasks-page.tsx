import { Notice } from '../components/alert.js';
import { Button } from '../components/button.js';
import { Loading } from '../components/loading.js';
import { useToast } from '../components/toast.js';
import { useFocus } from '../hooks/use-focus.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { useTitle } from '../hooks/use-title.js';
import { formatMoney } from '../text/money.js';
import { TaskCard } from './task-card.js';
import { tasksApi } from './tasks.api.js';
import './tasks-page.css';

/** The payments that pay no order: a person decides about them. */
export function TasksPage() {
  useTitle('Pagamentos para conferir');
  const heading = useFocus<HTMLHeadingElement>();
  const tasks = useLoaded(tasksApi.list, []);
  const showToast = useToast();
  const refund = async (endToEndId: string) => {
    showToast();
    const { tarefa, valor } = await tasksApi.refund(endToEndId);
    await tasks.reload();
    if (tarefa === 'DEVOLVIDA') showToast(`${formatMoney(valor)} devolvidos.`);
  };
  return (
    <section aria-labelledby="tasks-title">
      <div class="page-head">
        <h1 id="tasks-title" ref={heading} tabIndex={-1}>
          Pagamentos para conferir
        </h1>
        <Button isBusy={tasks.isLoading} onClick={() => void tasks.reload()}>
          Atualizar
        </Button>
      </div>
      <Loading loaded={tasks}>
        {(list) =>
          list.length === 0 ? (
            <Notice>Nada para conferir.</Notice>
          ) : (
            <ul class="tasks" role="list">
              {list.map((task) => (
                <TaskCard
                  key={task.endToEndId}
                  task={task}
                  onRefund={() => refund(task.endToEndId)}
                />
              ))}
            </ul>
          )
        }
      </Loading>
    </section>
  );
}
