import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { Plan } from '../../../src/catalogue/catalogue.view.js';
import type { Journey } from '../../../src/database/schema.js';
import { createKey } from '../api/create-key.js';
import { Alert } from '../components/alert.js';
import { Button } from '../components/button.js';
import { Field } from '../components/field.js';
import { Money } from '../components/money.js';
import { useAction } from '../hooks/use-action.js';
import { formatMoney } from '../text/money.js';
import { Choices } from './choices.js';
import { subscriptionsApi } from './subscriptions.api.js';

const JOURNEYS: readonly { id: Journey; title: string; text: string }[] = [
  {
    id: 'JORNADA_3',
    title: 'Pagar o primeiro mês agora',
    text: 'Um QR Code paga o primeiro mês e aprova os próximos.',
  },
  {
    id: 'JORNADA_2',
    title: 'Só aprovar agora',
    text: 'O banco cobra o primeiro mês em cinco dias.',
  },
];

/** Chooses a plan and how to approve it, and subscribes. */
export function SubscriptionForm({ plans }: { readonly plans: readonly Plan[] }) {
  const { route } = useLocation();
  const [plano, setPlan] = useState(plans[0]?.id ?? '');
  const [jornada, setJourney] = useState<Journey>('JORNADA_3');
  const [nome, setName] = useState('');
  const [cpf, setCpf] = useState('');
  // The same content repeats the same request; another content is another one.
  const [sent, setSent] = useState({ content: '', key: '' });
  const subscribe = useAction(async () => {
    const body = { plano, nome, cpf, jornada };
    const content = JSON.stringify(body);
    const key = sent.content === content ? sent.key : createKey();
    setSent({ content, key });
    const { id } = await subscriptionsApi.create(body, key);
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
      <Choices
        legend="Plano"
        options={plans.map((plan) => ({
          id: plan.id,
          title: plan.nome,
          text: plan.detalhe,
          side: `${formatMoney(plan.precoMensal)}/mês`,
        }))}
        value={plano}
        onChange={setPlan}
      />
      <PayerFields nome={nome} cpf={cpf} onName={setName} onCpf={setCpf} />
      <Choices legend="Como aprovar" options={JOURNEYS} value={jornada} onChange={setJourney} />
      <div class="subscribe">
        <Alert message={subscribe.error} />
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

interface PayerFieldsProps {
  readonly nome: string;
  readonly cpf: string;
  readonly onName: (nome: string) => void;
  readonly onCpf: (cpf: string) => void;
}

function PayerFields({ nome, cpf, onName, onCpf }: PayerFieldsProps) {
  return (
    <>
      <Field label="Nome completo">
        {(control) => (
          <input
            {...control}
            autocomplete="name"
            required
            minLength={3}
            maxLength={140}
            value={nome}
            onInput={(event) => onName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="CPF" hint="Da conta que vai pagar. Só o seu banco o confere.">
        {(control) => (
          <input
            {...control}
            autocomplete="off"
            inputMode="numeric"
            required
            maxLength={14}
            value={cpf}
            onInput={(event) => onCpf(event.currentTarget.value)}
          />
        )}
      </Field>
    </>
  );
}
