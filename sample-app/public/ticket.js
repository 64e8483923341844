/* global document */
import { $ } from './dom.js';
import { formatMoney } from './money.js';

const ENDS = {
  PAGO: { icon: '#check', title: 'Pago!', status: 'Pagamento recebido' },
  CANCELADO: {
    icon: '#cross',
    title: 'Pedido cancelado',
    status: 'Pedido cancelado',
    text: 'O QR Code não vale mais e nada será cobrado.',
  },
  EXPIRADO: {
    icon: '#clock',
    title: 'O prazo acabou',
    status: 'Pedido expirado',
    text: 'O pagamento não foi feito a tempo. Faça um novo pedido.',
  },
};

/** Shows the status of an order. */
export function showStatus({ status, valor, pagoEm }) {
  $('ticket').dataset.status = status;
  $('ticket').classList.remove('offline');
  const end = ENDS[status];
  $('payment-title').textContent = end ? 'Seu pedido' : 'Pague com Pix';
  $('status-text').textContent = end?.status ?? 'Aguardando pagamento';
  document.title = `${end?.title ?? 'Pague com Pix'} · Loja Ipê`;
  $('petals').replaceChildren();
  if (!end) return;
  $('seal-icon').setAttribute('href', end.icon);
  $('ended-title').textContent = end.title;
  $('ended-text').textContent = end.text ?? thanks(valor, pagoEm);
  if (status === 'PAGO') $('petals').replaceChildren(...petals());
}

function thanks(valor, pagoEm) {
  const time = pagoEm
    ? new Date(pagoEm).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })
    : undefined;
  return `Recebemos ${formatMoney(valor)}${time ? ` às ${time}` : ''}. Obrigado pela compra!`;
}

function petals() {
  return Array.from({ length: 18 }, () => {
    const petal = document.createElement('i');
    petal.style.setProperty('--x', `${Math.random() * 100}%`);
    petal.style.setProperty('--wait', `${Math.random() * 0.9}s`);
    petal.style.setProperty('--time', `${2.2 + Math.random() * 1.8}s`);
    petal.style.setProperty('--turn', `${180 + Math.random() * 540}deg`);
    petal.style.setProperty('--drift', `${Math.random() * 8 - 4}rem`);
    return petal;
  });
}

/** Shows the time that is left to pay an order. */
export function showCountdown({ criadoEm, expiraEm }) {
  const left = Math.max(Date.parse(expiraEm) - Date.now(), 0);
  const share = left / (Date.parse(expiraEm) - Date.parse(criadoEm));
  $('countdown').textContent = clock(Math.ceil(left / 1000));
  $('bar').style.setProperty('--left', String(Math.min(share, 1)));
  $('ticket').classList.toggle('hurry', left < 60_000);
}

function clock(seconds) {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  return (hours > 0 ? [hours, ...parts] : parts)
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
