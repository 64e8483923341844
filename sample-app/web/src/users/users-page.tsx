import { useState } from 'preact/hooks';
import type { UserView } from '../../../src/backoffice/access/user.view.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { ConfirmDialog } from '../components/dialog.js';
import { Loading } from '../components/loading.js';
import { StatusBadge } from '../components/status-badge.js';
import { type Column, Table } from '../components/table.js';
import { useToast } from '../components/toast.js';
import { useAction } from '../hooks/use-action.js';
import { useFocus } from '../hooks/use-focus.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { useTitle } from '../hooks/use-title.js';
import { ROLE_NAMES } from './role-names.js';
import { UserForm } from './user-form.js';
import { usersApi } from './users.api.js';

const COLUMNS: readonly Column<UserView>[] = [
  { title: 'Nome', cell: ({ nome }) => nome },
  { title: 'E-mail', cell: ({ email }) => email },
  { title: 'Papel', cell: ({ papel }) => ROLE_NAMES[papel] },
  {
    title: 'Acesso',
    cell: ({ ativo }) => (
      <StatusBadge tone={ativo ? 'good' : 'neutral'}>{ativo ? 'Ativo' : 'Desativado'}</StatusBadge>
    ),
  },
];

/** Accounts of the back office. */
export function UsersPage() {
  useTitle('Usuários');
  const heading = useFocus<HTMLHeadingElement>();
  const users = useLoaded(usersApi.list, []);
  const [edited, setEdited] = useState<UserView | 'new'>();
  const [asked, setAsked] = useState<UserView>();
  const showToast = useToast();
  const setActive = useAction(async ({ id, nome, ativo }: UserView) => {
    showToast();
    await usersApi.update(id, { ativo: !ativo });
    await users.reload();
    showToast(ativo ? `${nome} não tem mais acesso.` : `${nome} tem acesso de novo.`);
  });
  const cell = (user: UserView) => (
    <div class="user-form-actions">
      <Button onClick={() => setEdited(user)}>Alterar</Button>
      <Button kind="quiet" isBusy={setActive.isBusy} onClick={() => setAsked(user)}>
        {user.ativo ? 'Desativar' : 'Ativar'}
      </Button>
    </div>
  );
  return (
    <section aria-labelledby="users-title">
      <div class="page-head">
        <h1 id="users-title" ref={heading} tabIndex={-1}>
          Usuários
        </h1>
        <Button kind="primary" onClick={() => setEdited('new')}>
          Novo usuário
        </Button>
      </div>
      <EditForm
        edited={edited}
        onClose={() => setEdited(undefined)}
        onSaved={async ({ nome }) => {
          await users.reload();
          setEdited(undefined);
          showToast(`${nome} foi salvo.`);
        }}
      />
      <Alert message={setActive.error} />
      <Loading loaded={users}>
        {(list) => (
          <Table
            caption="Usuários"
            columns={[...COLUMNS, { title: 'Ação', cell }]}
            rows={list}
            rowKey={({ id }) => id}
            empty="Nenhum usuário."
          />
        )}
      </Loading>
      <AccessDialog
        user={asked}
        onConfirm={(user) => void setActive.run(user)}
        onClose={() => setAsked(undefined)}
      />
    </section>
  );
}

interface EditFormProps {
  /** The account in the form; closed without it. */
  readonly edited: UserView | 'new' | undefined;
  readonly onSaved: (user: UserView) => Promise<void>;
  readonly onClose: () => void;
}

function EditForm({ edited, ...rest }: EditFormProps) {
  if (edited === undefined) return null;
  if (edited === 'new') return <UserForm key="new" {...rest} />;
  return <UserForm key={edited.id} user={edited} {...rest} />;
}

interface AccessDialogProps {
  /** The account whose access ends or begins again; the dialog is closed without it. */
  readonly user: UserView | undefined;
  readonly onConfirm: (user: UserView) => void;
  readonly onClose: () => void;
}

function AccessDialog({ user, onConfirm, onClose }: AccessDialogProps) {
  const verb = user?.ativo === false ? 'ativar' : 'desativar';
  return (
    <ConfirmDialog
      isOpen={user !== undefined}
      title={`${verb === 'ativar' ? 'Ativar' : 'Desativar'} ${user?.nome ?? ''}?`}
      confirm={`Sim, ${verb}`}
      keep="Manter como está"
      onConfirm={() => user && onConfirm(user)}
      onClose={onClose}
    >
      Quem é desativado sai da área da loja em todos os dispositivos e não entra mais.
    </ConfirmDialog>
  );
}
