/* global document, location, navigator, setInterval, clearInterval, setTimeout, clearTimeout, addEventListener */
import { $, alertIn, clone, during, view } from './dom.js';
import { formatMoney, sum, times } from './money.js';
import { follow, newKey, shop } from './order.js';
import { showCountdown, showStatus } from './ticket.js';

/* ---------- products and basket ---------- */

let products = [];
let maxQuantity = 0;
/** Idempotency key of the basket: a repeated request with it creates no second order. */
let key;

function productCard({ id, nome, detalhe, preco }) {
  const card = clone('product-template');
  if ($(`art-${id}`)) card.prepend(clone(`art-${id}`));
  card.querySelector('h2').textContent = nome;
  card.querySelector('.detail').textContent = detalhe;
  card.querySelector('.price').textContent = formatMoney(preco);
  card.querySelector('.stepper').setAttribute('aria-label', `Quantidade de ${nome}`);
  const output = card.querySelector('output');
  const product = { id, name: nome, price: preco, quantity: 0, card, output };
  card.querySelector('.less').addEventListener('click', () => setQuantity(product, -1));
  card.querySelector('.more').addEventListener('click', () => setQuantity(product, 1));
  return product;
}

async function showProducts() {
  $('products-trouble').hidden = true;
  try {
    const catalogue = await shop.products();
    maxQuantity = catalogue.quantidadeMaxima;
    products = catalogue.produtos.map(productCard);
    $('products').replaceChildren(...products.map(({ card }) => card));
    showSummary();
  } catch (error) {
    $('products-alert').textContent = error.message;
    $('products-trouble').hidden = false;
  }
}

$('products-retry').addEventListener('click', () => void showProducts());

function setQuantity(product, step) {
  product.quantity = Math.min(Math.max(product.quantity + step, 0), maxQuantity);
  showSummary();
}

const chosen = () => products.filter(({ quantity }) => quantity > 0);
const total = () => sum(chosen().map(({ price, quantity }) => times(price, quantity)));

function showSummary() {
  for (const { card, output, quantity } of products) {
    output.textContent = String(quantity);
    card.classList.toggle('chosen', quantity > 0);
    card.querySelector('.less').disabled = quantity === 0;
    card.querySelector('.more').disabled = quantity === maxQuantity;
  }
  const lines = chosen().map(({ name, price, quantity }) => {
    const line = clone('line-template');
    line.querySelector('.line-name').textContent = `${quantity} × ${name}`;
    line.querySelector('.line-price').textContent = formatMoney(times(price, quantity));
    return line;
  });
  $('summary-lines').replaceChildren(...lines);
  $('summary-lines').hidden = lines.length === 0;
  $('summary-empty').hidden = lines.length > 0;
  $('summary-total').textContent = formatMoney(total());
  $('order-button').disabled = lines.length === 0;
  alertIn('order-alert');
  key = newKey();
}

$('order-form').addEventListener('submit', (event) => {
  event.preventDefault();
  if (chosen().length === 0) return;
  void during($('order-button'), 'order-alert', async () => {
    const itens = chosen().map(({ id, quantity }) => ({ produto: id, quantidade: quantity }));
    const order = await shop.create(itens, key);
    key = newKey();
    known.set(order.id, order);
    location.hash = `pedido/${order.id}`;
  });
});

/* ---------- payment of an order ---------- */

/** Orders that were just created, so that their page opens without another request. */
const known = new Map();
let current;
let leave = () => undefined;

async function open(id) {
  leave();
  const order = known.get(id) ?? (await shop.get(id));
  known.delete(id);
  if (location.hash !== `#pedido/${id}`) return;
  current = order;
  $('amount').textContent = formatMoney(order.valor);
  $('what').textContent = order.descricao;
  $('txid').textContent = order.txid;
  $('copy-text').value = order.pixCopiaECola ?? '';
  if (order.qrCode) $('qr').src = order.qrCode;
  else $('qr').removeAttribute('src');
  alertIn('payment-alert');
  showStatus(order);
  view('payment');
  $('payment-title').focus({ preventScroll: true });
  if (order.status !== 'PENDENTE') return;

  const tick = setInterval(() => showCountdown(order), 250);
  showCountdown(order);
  const stop = follow(id, {
    onChange: (change) => {
      if (change.status === order.status) return;
      Object.assign(order, change);
      showStatus(order);
      if (order.status !== 'PENDENTE') clearInterval(tick);
    },
    onConnection: (alive) => {
      if (order.status !== 'PENDENTE') return;
      $('ticket').classList.toggle('offline', !alive);
      $('status-text').textContent = alive ? 'Aguardando pagamento' : 'Reconectando à loja…';
    },
  });
  leave = () => {
    stop();
    clearInterval(tick);
    leave = () => undefined;
  };
}

$('copy-button').addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText($('copy-text').value);
  } catch {
    $('copy-text').select();
    copied('Selecionado', '#copy');
    return;
  }
  copied('Copiado!', '#check');
});

let restoreCopy;
function copied(label, icon) {
  clearTimeout(restoreCopy);
  $('copy-label').textContent = label;
  $('copy-icon').setAttribute('href', icon);
  restoreCopy = setTimeout(() => {
    $('copy-label').textContent = 'Copiar';
    $('copy-icon').setAttribute('href', '#copy');
  }, 2500);
}

$('copy-text').addEventListener('focus', () => $('copy-text').select());

$('pay-button').addEventListener('click', () => {
  void during($('pay-button'), 'payment-alert', () => shop.pay(current.id));
});

$('cancel-button').addEventListener('click', () => {
  void during($('cancel-button'), 'payment-alert', () => shop.cancel(current.id));
});

/* ---------- page ---------- */

async function route() {
  const id = /^#pedido\/(.+)$/.exec(location.hash)?.[1];
  if (id === undefined) {
    leave();
    current = undefined;
    document.title = 'Loja Ipê';
    view('shop');
    return;
  }
  try {
    await open(decodeURIComponent(id));
  } catch (error) {
    view('shop');
    showSummary();
    alertIn('order-alert', error.message);
  }
}

async function start() {
  showSummary();
  void showProducts();
  addEventListener('hashchange', () => void route());
  $('again').addEventListener('click', () => {
    for (const product of products) product.quantity = 0;
    showSummary();
  });
  const [config] = await Promise.allSettled([shop.config(), route()]);
  const demo = config.status === 'fulfilled' && config.value.demo;
  for (const id of ['demo-badge', 'demo-note', 'pay-button']) $(id).hidden = !demo;
}

void start();
