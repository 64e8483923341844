import { useState } from 'preact/hooks';
import type { UserView } from '../../../src/backoffice/access/user.view.js';
import type { Role } from '../../../src/database/schema.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import { useAction } from '../hooks/use-action.js';
import { ROLE_NAMES } from './role-names.js';
import { usersApi } from './users.api.js';
import './user-form.css';

const DEFAULT_ROLE: Role = 'LEITURA';

interface UserFormProps {
  /** The account to change; a new one without it. */
  readonly user?: UserView;
  readonly onSaved: (user: UserView) => Promise<void>;
  readonly onClose: () => void;
}

/** The form of an account. */
export function UserForm({ user, onSaved, onClose }: UserFormProps) {
  const [email, setEmail] = useState('');
  const [nome, setName] = useState(user?.nome ?? '');
  const [papel, setRole] = useState<Role>(user?.papel ?? DEFAULT_ROLE);
  const [senha, setPassword] = useState('');
  const save = useAction(async () => {
    const change = { nome, papel, ...(senha !== '' && { senha }) };
    await onSaved(
      user
        ? await usersApi.update(user.id, change)
        : await usersApi.create({ email, nome, papel, senha }),
    );
  });
  return (
    <form
      class="user-form"
      aria-label={user ? `Alterar ${user.nome}` : 'Novo usuário'}
      onSubmit={(event) => {
        event.preventDefault();
        void save.run();
      }}
    >
      <h2>{user ? `Alterar ${user.nome}` : 'Novo usuário'}</h2>
      {!user && (
        <TextField label="E-mail" type="email" value={email} onInput={setEmail} isRequired />
      )}
      <TextField label="Nome" type="text" value={nome} onInput={setName} isRequired />
      <RoleField value={papel} onChange={setRole} />
      <TextField
        label={user ? 'Nova senha' : 'Senha'}
        type="password"
        hint={user ? 'Vazia: não muda. De 12 a 200 caracteres' : 'De 12 a 200 caracteres'}
        value={senha}
        onInput={setPassword}
        isRequired={!user}
      />
      <Alert message={save.error} />
      <div class="user-form-actions">
        <Button kind="primary" type="submit" isBusy={save.isBusy}>
          Salvar
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Fechar
        </Button>
      </div>
    </form>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly type: 'text' | 'email' | 'password';
  readonly hint?: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly isRequired: boolean;
}

/** A field of one line. Passwords are those of another person, which the browser must not fill in. */
function TextField({ label, hint, type, value, onInput, isRequired }: TextFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => {
        const input = {
          ...control,
          required: isRequired,
          value,
          onInput: (event: { readonly currentTarget: { readonly value: string } }) =>
            onInput(event.currentTarget.value),
        };
        if (type === 'text') return <input {...input} type="text" autocomplete="off" />;
        if (type === 'email') return <input {...input} type="email" autocomplete="off" />;
        return (
          <input
            {...input}
            type="password"
            autocomplete="new-password"
            minLength={12}
            maxLength={200}
          />
        );
      }}
    </Field>
  );
}

interface RoleFieldProps {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

function RoleField({ value: papel, onChange }: RoleFieldProps) {
  return (
    <Field label="Papel">
      {(control) => (
        <select
          {...control}
          value={papel}
          onChange={({ currentTarget: { value } }) => onChange(value as Role)}
        >
          {Object.entries(ROLE_NAMES).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
