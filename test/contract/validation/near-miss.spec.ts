import { describe, expect, it } from '@jest/globals';
import * as contract from '../../../lib/contract/index.js';
import { getFields } from '../../../lib/contract/index.js';
import { findNearMiss } from '../../../lib/contract/validation/check.js';
import { everyClass } from '../support/class-validator.js';

const { CobExpiracaoDto, CobSolicitadaDto, CobValorDto, CobRSolicitadaDto, DevedorDto } = contract;
const { CobVValorDto, CobVMultaDto, CobVDescontoDto, CobVDescontoDataFixaDto } = contract;
const { CobDataDeVencimentoDto, RecCalendarioDto, RecSolicitadaDto, RecValorDto } = contract;
const { RecVinculoDto, InfoAdicionalDto, ParametrosConsultaCobDto, PessoaDto } = contract;
const { ParametrosConsultaPixDto, SolicRecDestinatarioDto, WebhookSolicitadoDto } = contract;
const { DadosBancariosRecebedorDto, LoteCobVSolicitadaDto, DevolucaoSolicitadaDto } = contract;
const { CobVSolicitadaDto, PayloadLocationCobDto, RecRevisadaDto, CobRetiradaDto } = contract;

function search(dto: contract.DtoClass, name: string): string | undefined {
  return findNearMiss(name, getFields(dto).keys());
}

describe('findNearMiss for an unknown field that resembles a known one', () => {
  it.each([
    // Another letter case, accents, separators.
    [CobSolicitadaDto, 'Chave', 'chave'],
    [CobSolicitadaDto, 'CHAVE', 'chave'],
    [CobSolicitadaDto, 'solicitacao_pagador', 'solicitacaoPagador'],
    [CobSolicitadaDto, 'solicitacao-pagador', 'solicitacaoPagador'],
    [CobSolicitadaDto, 'solicitacaopagador', 'solicitacaoPagador'],
    [CobSolicitadaDto, 'solicitaçãoPagador', 'solicitacaoPagador'],
    [CobSolicitadaDto, 'SolicitacaoPagador', 'solicitacaoPagador'],
    [CobSolicitadaDto, 'info_adicionais', 'infoAdicionais'],
    [CobSolicitadaDto, 'calendário', 'calendario'],
    [CobSolicitadaDto, ' valor', 'valor'],
    [CobExpiracaoDto, 'expiração', 'expiracao'],
    [CobExpiracaoDto, 'expirac\u0327a\u0303o', 'expiracao'],
    [PessoaDto, 'CPF', 'cpf'],
    [PessoaDto, 'Cnpj', 'cnpj'],
    [DevedorDto, 'UF', 'uf'],
    [DevedorDto, 'e-mail', 'email'],
    [PayloadLocationCobDto, 'ID', 'id'],
    [ParametrosConsultaPixDto, 'txId', 'txid'],
    [ParametrosConsultaPixDto, 'txidPresente', 'txIdPresente'],
    [ParametrosConsultaCobDto, 'pagina_atual', 'paginaAtual'],
    [WebhookSolicitadoDto, 'webhookURL', 'webhookUrl'],
    // A character added, omitted or replaced, or two swapped.
    [CobExpiracaoDto, 'expiracaoo', 'expiracao'],
    [CobExpiracaoDto, 'expiracoa', 'expiracao'],
    [CobExpiracaoDto, 'xepiracao', 'expiracao'],
    [CobValorDto, 'orignal', 'original'],
    [CobValorDto, 'originial', 'original'],
    [CobSolicitadaDto, 'valro', 'valor'],
    [CobSolicitadaDto, 'devdor', 'devedor'],
    [CobSolicitadaDto, 'chaves', 'chave'],
    [CobSolicitadaDto, 'infoAdicional', 'infoAdicionais'],
    [CobSolicitadaDto, 'infosAdicionais', 'infoAdicionais'],
    [CobSolicitadaDto, 'solicitacaoPagado', 'solicitacaoPagador'],
    [CobSolicitadaDto, 'solicitacaopagado', 'solicitacaoPagador'],
    [CobRSolicitadaDto, 'infoAdicionais', 'infoAdicional'],
    [CobRSolicitadaDto, 'ajusteDiaUtill', 'ajusteDiaUtil'],
    [CobVValorDto, 'juro', 'juros'],
    [CobVValorDto, 'multas', 'multa'],
    [CobVValorDto, 'desconto_', 'desconto'],
    [CobVValorDto, 'abatimiento', 'abatimento'],
    [CobVMultaDto, 'valorPrec', 'valorPerc'],
    [CobVMultaDto, 'modalidad', 'modalidade'],
    [CobVDescontoDto, 'descontoDatasFixa', 'descontoDataFixa'],
    [CobDataDeVencimentoDto, 'validadeAposVencimiento', 'validadeAposVencimento'],
    [PessoaDto, 'nmoe', 'nome'],
    [PessoaDto, 'cnjp', 'cnpj'],
    [RecCalendarioDto, 'dataInical', 'dataInicial'],
    [RecCalendarioDto, 'periodiciade', 'periodicidade'],
    [RecSolicitadaDto, 'politicaRetentativas', 'politicaRetentativa'],
    [RecValorDto, 'valoRec', 'valorRec'],
    [RecValorDto, 'valorMinimoRecebedr', 'valorMinimoRecebedor'],
    [RecVinculoDto, 'contato', 'contrato'],
    [SolicRecDestinatarioDto, 'ispbParticipantes', 'ispbParticipante'],
    [DadosBancariosRecebedorDto, 'tipoContas', 'tipoConta'],
    [DevolucaoSolicitadaDto, 'decricao', 'descricao'],
    [ParametrosConsultaCobDto, 'itensPorPaginas', 'itensPorPagina'],
    [ParametrosConsultaCobDto, 'locationPresent', 'locationPresente'],
    // The first letter of a long name omitted or replaced.
    [CobSolicitadaDto, 'evedor', 'devedor'],
    [CobExpiracaoDto, 'xpiracao', 'expiracao'],
    [CobExpiracaoDto, 'axpiracao', 'expiracao'],
    [CobSolicitadaDto, 'xevedor', 'devedor'],
    [RecRevisadaDto, 'lativacao', 'ativacao'],
    // One mistake in a name of 5 letters or more.
    [PayloadLocationCobDto, 'tipoCb', 'tipoCob'],
    [PayloadLocationCobDto, 'tipoCobr', 'tipoCob'],
    [RecSolicitadaDto, 'idRc', 'idRec'],
    [RecSolicitadaDto, 'idReq', 'idRec'],
    [RecSolicitadaDto, 'idreq', 'idRec'],
    [CobSolicitadaDto, 'chabe', 'chave'],
    // An error between words, or in a short word of a long name.
    [CobSolicitadaDto, 'infoAAdicionais', 'infoAdicionais'],
    [CobRSolicitadaDto, 'ajusteDDiaUtil', 'ajusteDiaUtil'],
    [CobRSolicitadaDto, 'ajusteDiasUtil', 'ajusteDiaUtil'],
    [ParametrosConsultaCobDto, 'itensPoPragina', 'itensPorPagina'],
    // A doubled letter or two swapped letters in a short name.
    [PessoaDto, 'cfp', 'cpf'],
    [DevedorDto, 'cpe', 'cep'],
    [PessoaDto, 'pcf', 'cpf'],
    [PessoaDto, 'ccpf', 'cpf'],
    [PessoaDto, 'cpff', 'cpf'],
    [PessoaDto, 'cnnpj', 'cnpj'],
    [CobSolicitadaDto, 'lco', 'loc'],
    [RecSolicitadaDto, 'idRRec', 'idRec'],
  ])('in %p returns for %s: %s', (dto, name, expected) => {
    expect(search(dto, name)).toBe(expected);
  });
});

describe('findNearMiss for an unknown field with a distinct name', () => {
  it.each([
    // Short names differ intentionally.
    [PessoaDto, 'cpfcnpj'],
    [PessoaDto, 'cnp'],
    [PessoaDto, 'cnpjs'],
    [PessoaDto, 'rg'],
    [DevedorDto, 'mod'],
    [DevedorDto, 'ufs'],
    [CobSolicitadaDto, 'lot'],
    [CobSolicitadaDto, 'loc2'],
    [PayloadLocationCobDto, 'ids'],
    [InfoAdicionalDto, 'name'],
    [InfoAdicionalDto, 'nomes'],
    [CobVDescontoDataFixaDto, 'date'],
    // Numbered fields.
    [DevedorDto, 'email2'],
    [DevedorDto, 'logradouro2'],
    [InfoAdicionalDto, 'valor1'],
    [CobSolicitadaDto, 'chave_2'],
    // Words added, or other words.
    [CobSolicitadaDto, 'chavePix'],
    [CobSolicitadaDto, 'idChave'],
    [CobSolicitadaDto, 'valorOriginal'],
    [CobSolicitadaDto, 'devedorId'],
    [CobSolicitadaDto, 'location'],
    [CobRSolicitadaDto, 'recebedorId'],
    [RecSolicitadaDto, 'recebedor_id'],
    [RecValorDto, 'valorMaximoRecebedor'],
    [CobRSolicitadaDto, 'solicitacaoPagador'],
    [RecCalendarioDto, 'dataFim'],
    [CobDataDeVencimentoDto, 'dataVencimento'],
    [CobDataDeVencimentoDto, 'validadeAntesVencimento'],
    [SolicRecDestinatarioDto, 'ispbRecebedor'],
    [ParametrosConsultaCobDto, 'itensPagina'],
    [ParametrosConsultaCobDto, 'paginacao.paginaAtual'],
    [ParametrosConsultaCobDto, 'paginacao.itensPorPagina'],
    // Another first letter.
    [DevedorDto, 'idade'],
    [CobSolicitadaDto, 'alor'],
    [DevedorDto, 'xidade'],
    [DevedorDto, 'fu'],
    [DevedorDto, 'uff'],
    [PessoaDto, 'fpc'],
    // Fields of records that requests do not have: applications send records back.
    [CobSolicitadaDto, 'txid'],
    [CobSolicitadaDto, 'status'],
    [CobSolicitadaDto, 'revisao'],
    [CobSolicitadaDto, 'pixCopiaECola'],
    [CobExpiracaoDto, 'criacao'],
    [CobVSolicitadaDto, 'recebedor'],
    [LoteCobVSolicitadaDto, 'problema'],
    [LoteCobVSolicitadaDto, 'criacao'],
    [RecSolicitadaDto, 'atualizacao'],
    [RecSolicitadaDto, 'dadosQR'],
    [CobRSolicitadaDto, 'tentativas'],
    // Fields of providers and of other APIs.
    [CobSolicitadaDto, 'brcode'],
    [CobSolicitadaDto, 'nomePersonalizacaoQr'],
    [CobSolicitadaDto, 'seuNumero'],
    [CobSolicitadaDto, 'urlImagemQrCode'],
    [CobSolicitadaDto, 'splits'],
    [CobVValorDto, 'final'],
    [CobVValorDto, 'valorAbatimento'],
    [CobExpiracaoDto, 'apresentacao'],
    [DevedorDto, 'bairro'],
    [DevedorDto, 'complemento'],
    [DevedorDto, 'numero'],
    [DevedorDto, 'telefone'],
    [DevedorDto, 'razaoSocial'],
    [CobRetiradaDto, 'saqueTroco'],
    // Names that resemble no field.
    [CobSolicitadaDto, ''],
    [CobSolicitadaDto, '_'],
    [CobSolicitadaDto, '值'],
    [CobSolicitadaDto, '__proto__'],
    [CobSolicitadaDto, 'constructor'],
    [CobSolicitadaDto, '52998224725'],
  ])('in %p returns undefined for %s', (dto, name) => {
    expect(search(dto, name)).toBeUndefined();
  });

  it('returns undefined for a name of a million letters', () => {
    expect(search(CobSolicitadaDto, `valor${'r'.repeat(1_000_000)}`)).toBeUndefined();
  });
});

it('findNearMiss matches fields of the API only if their names differ in form', () => {
  const classes = everyClass();
  const names = new Set(classes.flatMap((dto) => [...getFields(dto).keys()]));
  const matches = classes.flatMap((dto) => {
    const known = getFields(dto);
    return [...names]
      .filter((name) => !known.has(name))
      .map((name) => [name, findNearMiss(name, known.keys())])
      .filter(([, expected]) => expected !== undefined)
      .map((pair) => pair.join(' for '));
  });
  expect([...new Set(matches)].sort()).toEqual([
    'infoAdicionais for infoAdicional',
    'infoAdicional for infoAdicionais',
    'txId for tx_id',
    'txId for txid',
    'tx_id for txId',
    'tx_id for txid',
    'txid for txId',
    'txid for tx_id',
  ]);
});

it('findNearMiss finds every single mistake in names of 7 letters, and 80% in names of 5 and 6', () => {
  const letters = ['a', 's', 'x'];
  const mistakes = (name: string) =>
    Array.from({ length: name.length + 1 }, (_, at) => {
      const [before, after] = [name.slice(0, at), name.slice(at + 1)];
      const swapped = `${before}${name.charAt(at + 1)}${name.charAt(at)}${name.slice(at + 2)}`;
      return [
        ...[before + after, swapped],
        ...letters.flatMap((letter) => [before + letter + after, before + letter + name.slice(at)]),
      ];
    }).flat();
  const passing = (isIncluded: (name: string) => boolean) => {
    const names = everyClass().flatMap((dto) => {
      const known = getFields(dto);
      return [...known.keys()]
        .filter(isIncluded)
        .flatMap((name) => mistakes(name).filter((mistake) => !known.has(mistake)))
        .map((mistake) => ({ mistake, found: findNearMiss(mistake, known.keys()) }));
    });
    const missed = names.filter(({ found }) => found === undefined);
    return { total: names.length, share: missed.length / names.length };
  };
  const long = passing((name) => name.length >= 7);
  expect(long.total).toBeGreaterThan(5000);
  expect(long.share).toBe(0);
  expect(passing((name) => name.length === 5 || name.length === 6).share).toBeLessThan(0.25);
});

it.each([
  ['descricaos', ['descricoes', 'descricao', 'descrica'], 'descricao'],
  ['descricaos', ['descricao', 'descricoes'], 'descricao'],
  // A name in another form has no edits.
  ['CHAVE', ['chaves', 'chave'], 'chave'],
  // If two names are equally near, the first one is returned.
  ['chave', ['chaves', 'chavez'], 'chaves'],
])(
  'findNearMiss for %s returns the name with the fewest edits among %j',
  (name, known, expected) => {
    expect(findNearMiss(name, known)).toBe(expected);
  },
);

describe('the limit of edits of findNearMiss', () => {
  it.each<[rule: string, name: string, known: string, isNear: boolean]>([
    ['a word of 8 letters and two edits', 'orignl', 'original', false],
    ['a word of 9 letters and two missing letters', 'expirao', 'expiracao', true],
    ['a word of 10 letters and three missing letters', 'vencmnt', 'vencimento', false],
    ['a name of 4 letters, one mistake', 'txad', 'txid', false],
    ['a name of 5 letters, one mistake', 'chabe', 'chave', true],
    ['a name of 5 letters, another first letter', 'xhave', 'chave', false],
    ['a name of 6 letters, another first letter', 'xidade', 'cidade', false],
    ['a name of 7 letters, another first letter', 'xevedor', 'devedor', true],
    ['a word of 4 letters in a name of 8, one mistake', 'nomaRuas', 'nomeRuas', true],
    ['two words of 4 letters, a mistake in each', 'nomaRuaz', 'nomeRuas', false],
    ['a name of 64 characters, none', `valor${'_'.repeat(59)}`, 'valor', true],
    ['a name of 65 characters, none', `valor${'_'.repeat(60)}`, 'valor', false],
  ])('for %s: %s and %s match: %p', (_case, name, known, isNear) => {
    expect(findNearMiss(name, [known])).toBe(isNear ? known : undefined);
  });
});
