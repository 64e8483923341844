import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { PlansView } from '../../../src/catalogue/catalogue.controller.js';
import type { Plan } from '../../../src/catalogue/catalogue.js';
import type { SubscriptionView } from '../../../src/subscriptions/subscriptions.controller.js';
import { call, createKey } from '../api/call.js';
import { Notice } from '../components/alert.js';
import { Button } from '../components/button.js';
import { FormAlert, InputField } from '../components/field.js';
import { Loading } from '../components/loading.js';
import { Money } from '../components/money.js';
import { useAction } from '../hooks/use-action.js';
import { useFocus, useTitle } from '../hooks/use-heading.js';
import { useLoaded } from '../hooks/use-loaded.js';
import { formatMoney } from '../text/money.js';
import './plans-page.css';

/** The plans of the coffee club, and the form that subscribes. */
export function PlansPage() {
  useTitle('Clube do Café');
  const heading = useFocus();
  const plans = useLoaded((signal) => call<PlansView>('/api/plans', { signal }), []);
  return (
    <section class="plans" aria-labelledby="plans-title">
      <h1 id="plans-title" ref={heading} tabIndex={-1}>
        Clube do Café
      </h1>
      <p class="plans-lead">
        Café fresco em casa todo mês. Você aprova uma vez no seu banco, com Pix Automático, e
        cancela quando quiser.
      </p>
      <Loading loaded={plans}>
        {({ disponivel, planos }) =>
          disponivel ? (
            <SubscriptionForm plans={planos} />
          ) : (
            <Notice>
              As assinaturas não estão disponíveis: o banco da loja não oferece Pix Automático.
            </Notice>
          )
        }
      </Loading>
    </section>
  );
}

/** Chooses a plan, and subscribes. */
function SubscriptionForm({ plans }: { readonly plans: readonly Plan[] }) {
  const { route } = useLocation();
  const [plano, setPlan] = useState(plans[0]?.id ?? '');
  const [nome, setName] = useState('');
  const [cpf, setCpf] = useState('');
  // The same content repeats the same request; another content is another one.
  const [sent, setSent] = useState({ content: '', key: '' });
  const subscribe = useAction(async () => {
    const body = { plano, nome, cpf };
    const content = JSON.stringify(body);
    const key = sent.content === content ? sent.key : createKey();
    setSent({ content, key });
    const headers = { 'idempotency-key': key };
    const request = { method: 'POST', headers, body } as const;
    const { id } = await call<SubscriptionView>('/api/subscriptions', request);
    route(`/assinaturas/${id}`);
  });
  const price = plans.find(({ id }) => id === plano)?.precoMensal ?? '0.00';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void subscribe.run();
      }}
    >
      <PlanChoices plans={plans} value={plano} onChange={setPlan} />
      <InputField
        label="Nome completo"
        error={subscribe.fields.nome}
        autocomplete="name"
        required
        minLength={3}
        maxLength={140}
        value={nome}
        onType={setName}
      />
      <InputField
        label="CPF"
        error={subscribe.fields.cpf}
        hint="Da conta que vai pagar. Só o seu banco o confere."
        autocomplete="off"
        inputMode="numeric"
        required
        maxLength={14}
        value={cpf}
        onType={setCpf}
      />
      <div class="subscribe">
        <FormAlert action={subscribe} names={['nome', 'cpf']} />
        <p class="subscribe-total">
          <span>Por mês</span>
          <Money value={price} />
        </p>
        <Button kind="primary" type="submit" isBusy={subscribe.isBusy}>
          Assinar com Pix Automático
        </Button>
      </div>
    </form>
  );
}

interface PlanChoicesProps {
  readonly plans: readonly Plan[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}

function PlanChoices({ plans, value, onChange }: PlanChoicesProps) {
  return (
    <fieldset class="choices">
      <legend>Plano</legend>
      {plans.map(({ id, nome, detalhe, precoMensal }) => (
        <label key={id} class="choice">
          <input
            type="radio"
            name="plano"
            value={id}
            checked={id === value}
            onChange={() => onChange(id)}
          />
          <strong>{nome}</strong>
          <span>{formatMoney(precoMensal)}/mês</span>
          <small>{detalhe}</small>
        </label>
      ))}
    </fieldset>
  );
}
