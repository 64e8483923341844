import { useState } from 'preact/hooks';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import { useAction } from '../hooks/use-action.js';
import { useTitle } from '../hooks/use-title.js';
import { useConfig } from '../layout/config.js';
import { useSession } from './session.js';
import './login-page.css';

export function LoginPage() {
  useTitle('Área da loja');
  const { demo } = useConfig();
  const session = useSession();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const login = useAction(() => session.open(email, password));
  return (
    <section class="message" aria-labelledby="login-title">
      <h1 id="login-title">Área da loja</h1>
      <form
        class="login"
        onSubmit={(event) => {
          event.preventDefault();
          void login.run();
        }}
      >
        <Field label="E-mail">
          {(control) => (
            <input
              {...control}
              type="email"
              autocomplete="username"
              required
              value={email}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Senha">
          {(control) => (
            <input
              {...control}
              type="password"
              autocomplete="current-password"
              required
              value={password}
              onInput={(event) => setPassword(event.currentTarget.value)}
            />
          )}
        </Field>
        <Alert message={login.error} />
        <Button kind="primary" type="submit" isBusy={login.isBusy}>
          Entrar
        </Button>
      </form>
      {demo && (
        <p>
          Com o banco simulado, o acesso padrão é <strong>demo@loja.example</strong> com a senha{' '}
          <strong>demo</strong>.
        </p>
      )}
    </section>
  );
}
