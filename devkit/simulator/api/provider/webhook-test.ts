import type { WebhookSender } from '../../domain/webhook/webhook-sender.js';
import { isDeliverable } from '../../domain/webhook/webhook-url.js';
import { familyProblems } from '../../problems/family-problems.js';
import { SimulatorProblem } from '../../problems/simulator-problem.js';
import { violation } from '../../problems/violation.js';
import type { SimulatedProfile } from '../../profiles/profile.js';
import type { Stage } from '../pipeline/stages.js';

const TEST_BODY = JSON.stringify({ evento: 'teste_webhook' });

/**
 * Calls the address of a webhook before it is registered. The receiver must refuse a call without a certificate and
 * accept a call with the provider's certificate.
 */
export function testWebhook({ server }: SimulatedProfile, sender: WebhookSender): Stage {
  const testCall = server?.webhook?.testCall;
  return async ({ operation, request, body }) => {
    if (testCall === undefined || operation.registersWebhook !== true) return undefined;
    if (body === undefined || !('webhookUrl' in body)) return undefined;
    const { webhookUrl } = body;
    if (typeof webhookUrl !== 'string' || !isDeliverable(webhookUrl)) return undefined;
    if (request.headers[testCall.skipHeader] === 'true') return undefined;
    const reason = await findViolation(new URL(webhookUrl), sender);
    if (reason === undefined) return undefined;
    const { root, operacaoInvalida } = familyProblems[operation.family];
    const propriedade = `${root}.webhookUrl`;
    const violacoes = [violation(propriedade, reason)];
    throw new SimulatorProblem(operacaoInvalida, { violacoes });
  };
}

async function findViolation(url: URL, sender: WebhookSender): Promise<string | undefined> {
  if (await isAccepted(sender.send(url, TEST_BODY, { certificate: false }))) {
    return 'aceita quem não apresenta certificado';
  }
  if (await isAccepted(sender.send(url, TEST_BODY))) return undefined;
  return 'não aceita o certificado deste provedor';
}

function isAccepted(status: Promise<number>): Promise<boolean> {
  return status.then(
    (value) => value >= 200 && value < 300,
    () => false,
  );
}
