import { useState } from 'preact/hooks';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import { useToast } from '../components/toast.js';
import { useAction } from '../hooks/use-action.js';
import { useFocus } from '../hooks/use-focus.js';
import { useTitle } from '../hooks/use-title.js';
import { sessionApi } from '../session/session.api.js';
import { useSession } from '../session/session.js';
import './user-form.css';

/** Changes the own password. It ends all own sessions, so that the login follows. */
export function PasswordPage() {
  useTitle('Trocar a senha');
  const heading = useFocus<HTMLHeadingElement>();
  const { close } = useSession();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const showToast = useToast();
  const change = useAction(async () => {
    await sessionApi.changePassword(current, next);
    await close();
    showToast('Senha trocada. Entre com a nova senha.');
  });
  return (
    <section class="message" aria-labelledby="password-title">
      <h1 id="password-title" ref={heading} tabIndex={-1}>
        Trocar a senha
      </h1>
      <form
        class="user-form"
        onSubmit={(event) => {
          event.preventDefault();
          void change.run();
        }}
      >
        <Field label="Senha atual">
          {(control) => (
            <input
              {...control}
              type="password"
              autocomplete="current-password"
              required
              value={current}
              onInput={(event) => setCurrent(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label="Nova senha" hint="De 12 a 200 caracteres. Depois, entre de novo.">
          {(control) => (
            <input
              {...control}
              type="password"
              autocomplete="new-password"
              required
              minLength={12}
              maxLength={200}
              value={next}
              onInput={(event) => setNext(event.currentTarget.value)}
            />
          )}
        </Field>
        <Alert message={change.error} />
        <Button kind="primary" type="submit" isBusy={change.isBusy}>
          Trocar a senha
        </Button>
      </form>
    </section>
  );
}
