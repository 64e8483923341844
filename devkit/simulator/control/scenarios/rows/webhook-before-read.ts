import type { ScenarioRow } from '../scenario.js';
import { createCob } from '../steps/charge.steps.js';
import { payBeforeReads } from '../steps/fault.steps.js';

/** A notification that arrives before reads show the payment. */
export const webhookBeforeRead: ScenarioRow = {
  title: 'Webhook antes da consulta',
  description:
    'A notificação chega antes de a consulta mostrar o pagamento: a primeira leitura do Pix é um 404, e a primeira leitura da cobrança ainda é ATIVA. A loja tenta de novo.',
  needs: ['webhook', 'cob.createWithTxid', 'cob.get', 'pix.get'],
  steps: [createCob('37.00'), payBeforeReads],
};
