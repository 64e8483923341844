import { ConflictException, NotFoundException } from '@nestjs/common';
import type { PixSimulator } from 'nestjs-pix-devkit';
import type { Bank } from './bank.module.js';

/**
 * Acts as the payer at the simulated bank. The shop learns of it as from a real bank: by the webhook.
 *
 * @throws NotFoundException with a real bank
 * @throws ConflictException when the simulated bank refuses it, for example because the charge has expired
 */
export async function payInDemo(
  { simulator }: Bank,
  act: (payer: PixSimulator['control']) => Promise<unknown>,
): Promise<void> {
  if (!simulator) throw new NotFoundException('O pagador de teste só existe com o banco simulado');
  try {
    await act(simulator.control);
  } catch (error) {
    // "PagamentoRecusado: A cobrança expirou."
    const reason = error instanceof Error ? error.message.replace(/^\w+: /, '') : String(error);
    throw new ConflictException(`O banco simulado recusou: ${reason}`, { cause: error });
  }
}
