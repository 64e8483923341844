import { describe, expect, it } from '@jest/globals';
import { LocationProvider } from 'preact-iso/router';
import { render } from 'preact-render-to-string';
import type { ChargeView, PaymentRefundView } from '../../src/charges/charge.view.js';
import { findProblem } from '../src/back-office/payment-refunds.js';
import { Receipt } from '../src/charges/receipt.js';
import { Button } from '../src/components/button.js';
import { CalendarDate, DateTime } from '../src/components/date-time.js';
import { Field, FormAlert } from '../src/components/field.js';
import { StatusBadge } from '../src/components/status-badge.js';
import { Table } from '../src/components/table.js';
import { Navigation } from '../src/layout/navigation.js';

describe('Table', () => {
  const columns = [
    { title: 'Cliente', cell: ({ name }: { name: string }) => name },
    { title: 'Valor', cell: () => '1', isNumber: true },
  ];
  const list = (rows: readonly { name: string }[]) =>
    render(
      <Table
        caption="Faturas"
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
        empty="Nenhuma fatura."
      />,
    );

  it('names the column of each cell, for phones, and escapes texts', () => {
    const html = list([{ name: '<b>Ana' }]);
    expect(html).toContain('<caption class="hidden-text">Faturas</caption>');
    expect(html).toContain('<td role="cell" data-title="Cliente"><div>&lt;b>Ana</div></td>');
    expect(html).toContain('<td role="cell" data-title="Valor" class="number"><div>1</div></td>');
  });

  it('says that there is nothing instead of an empty table', () => {
    expect(list([])).toBe('<div class="notice">Nenhuma fatura.</div>');
  });
});

describe('Field', () => {
  it('connects its input with label, hint and error', () => {
    const html = render(
      <Field label="Senha" hint="12 letras" error="Curta demais">
        {(control) => <input {...control} />}
      </Field>,
    );
    const id = /<label for="([^"]+)"/.exec(html)?.[1];
    expect(html).toContain(`id="${id}" aria-describedby="${id}-hint ${id}-error"`);
    expect(html).toContain(`aria-invalid="true"`);
    expect(html).toContain(`<p class="field-error" id="${id}-error">Curta demais</p>`);
  });
});

describe('FormAlert', () => {
  const say = (fields: Record<string, string>) =>
    render(<FormAlert action={{ error: 'O nome é curto', fields }} names={['nome']} />);

  it('leads to the marked fields, and says itself what no field shows', () => {
    expect(say({ nome: 'O nome é curto' })).toContain('Confira os campos marcados.');
    expect(say({})).toContain('O nome é curto');
    expect(say({ nome: 'O nome é curto', plano: 'x' })).toContain('O nome é curto');
  });
});

describe('Receipt', () => {
  it('has the identifier of both banks, and each refund that was carried out', () => {
    const pedidaPor = 'ledger' as PaymentRefundView['pedidaPor'];
    const refund = { id: '1', valor: '7.00', pedidaPor, pedidaEm: '2026-11-22T18:00:00Z' };
    const payment = {
      endToEndId: 'E12345678202611221730abcdefghijk',
      valor: '37.00',
      horario: '2026-11-22T17:30:00Z',
      situacao: 'full' as const,
      devolvido: '7.00',
      devolucoes: [
        { ...refund, situacao: 'returned' as const, liquidadaEm: '2026-11-22T18:01:00Z' },
        { ...refund, id: '2', valor: '9.00', situacao: 'failed' as const, liquidadaEm: null },
      ],
    };
    const charge = { pagamentos: [payment] } as unknown as ChargeView;
    const html = render(<Receipt charge={charge} description="Camiseta" />);
    expect(html).toContain('E12345678202611221730abcdefghijk');
    expect(html).toContain('R$\u00a07,00</data> em <time datetime="2026-11-22T18:01:00Z">');
    expect(html).toContain('22/11/2026, 15:01');
    expect(html).not.toContain('9,00');
    expect(html).toContain('Compartilhar');
    expect(html).not.toContain('pelo banco');
    payment.devolucoes[0]!.pedidaPor = 'bank';
    expect(render(<Receipt charge={charge} description="Camiseta" />)).toContain(
      'Devolvido pelo banco (horário de Brasília)',
    );
  });
});

describe('findProblem()', () => {
  it.each([
    ['0.00', 'Escreva um valor como 10,00'],
    ['x', 'Escreva um valor como 10,00'],
    ['37.01', 'Restam R$\u00a037,00 para devolver'],
    ['37.00', undefined],
    ['0.01', undefined],
  ])('of a refund of %s', (amount, problem) => {
    expect(findProblem(amount, '37.00')).toBe(problem);
  });
});

describe('Button', () => {
  it('stays in the order of the keyboard while its action runs', () => {
    const html = render(<Button isBusy>Pagar</Button>);
    expect(html).toBe('<button type="button" class="button ghost" aria-busy="true">Pagar</button>');
  });
});

describe('Navigation', () => {
  const LOCATION = {
    url: '/b',
    path: '/b',
    query: {},
    route: () => undefined,
    back: () => undefined,
    forward: () => undefined,
  };
  const show = (routes: readonly { path: string; label?: string }[]) =>
    render(
      <LocationProvider.ctx.Provider value={LOCATION}>
        <Navigation title="Loja" routes={routes} />
      </LocationProvider.ctx.Provider>,
    );

  it('links the pages with a label, and marks the current one', () => {
    const routes = [{ path: '/a', label: 'A' }, { path: '/b', label: 'B' }, { path: '/c' }];
    expect(show(routes)).toBe(
      '<nav aria-label="Loja"><a href="/a">A</a><a href="/b" aria-current="page">B</a></nav>',
    );
  });

  it('is absent when there is only one page to go to', () => {
    expect(show([{ path: '/a', label: 'A' }, { path: '/c' }])).toBe('');
  });
});

describe('facts', () => {
  it('are readable for programs too', () => {
    expect(render(<CalendarDate value="2026-11-30" />)).toBe(
      '<time datetime="2026-11-30">30/11/2026</time>',
    );
    expect(render(<DateTime value="2026-11-30T12:00:00.000Z" />)).toContain(
      '<time datetime="2026-11-30T12:00:00.000Z">',
    );
    expect(render(<StatusBadge tone="good">Paga</StatusBadge>)).toContain('Paga');
  });
});
