import type { Plan } from './catalogue.view.js';

/** The plans of the coffee club. Prices never come from a request. */
export const PLANS: readonly Plan[] = [
  {
    id: 'clube-250',
    nome: 'Clube do Café 250 g',
    detalhe: 'Um pacote por mês, da torra da semana',
    precoMensal: '34.90',
  },
  {
    id: 'clube-500',
    nome: 'Clube do Café 500 g',
    detalhe: 'Dois pacotes por mês, de dois produtores',
    precoMensal: '62.90',
  },
  {
    id: 'clube-1kg',
    nome: 'Clube do Café 1 kg',
    detalhe: 'Quatro pacotes por mês, para a casa toda',
    precoMensal: '115.00',
  },
];

export function findPlan(id: string): Plan | undefined {
  return PLANS.find((plan) => plan.id === id);
}
