import { useState } from 'preact/hooks';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { InputField } from '../components/field.js';
import { useAction } from '../hooks/use-action.js';
import { useTitle } from '../hooks/use-heading.js';
import { useConfig } from '../layout/config.js';
import { useSession } from './session.js';
import './admin-page.css';

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
        <InputField
          label="E-mail"
          type="email"
          autocomplete="username"
          required
          value={email}
          onType={setEmail}
        />
        <InputField
          label="Senha"
          type="password"
          autocomplete="current-password"
          required
          value={password}
          onType={setPassword}
        />
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
