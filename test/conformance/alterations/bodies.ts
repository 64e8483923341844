import { example, rename, schemas, type Alteration } from './alteration.js';

/** Changes of bodies and responses. */
export const bodyAlterations: readonly Alteration[] = [
  {
    what: 'a request example that the class refuses',
    check: 'requests',
    alter: (root) => {
      example(root, 'cobBody2').valor.original = '37,00';
    },
  },
  {
    what: 'a request example of another type',
    check: 'requests',
    alter: (root) => {
      example(root, 'cobRBody1').ajusteDiaUtil = 'sim';
    },
  },
  {
    what: 'an additional required field',
    check: 'constraints',
    alter: (root) => {
      schemas(root).CobSolicitada.required.push('solicitacaoPagador');
    },
  },
  {
    what: 'a removed required field',
    check: 'constraints',
    alter: (root) => {
      schemas(root).CobSolicitada.required = ['valor', 'calendario'];
    },
  },
  {
    what: 'a lower limit of length',
    check: 'constraints',
    alter: (root) => {
      schemas(root).CobBase.properties.solicitacaoPagador.maxLength = 139;
    },
  },
  {
    what: 'a higher limit of length',
    check: 'constraints',
    alter: (root) => {
      schemas(root).CobBase.properties.solicitacaoPagador.maxLength = 141;
    },
  },
  {
    what: 'another maximum',
    check: 'constraints',
    alter: (root) => {
      schemas(root).CobVValor.properties.juros.properties.modalidade.maximum = 7;
    },
  },
  {
    what: 'another number of items',
    check: 'constraints',
    alter: (root) => {
      schemas(root).CobBase.properties.infoAdicionais.maximum = 49;
    },
  },
  {
    what: 'another pattern',
    check: 'constraints',
    alter: (root) => {
      schemas(root).DadosBancarios.properties.ispbParticipante.pattern = '^[0-9]{8}$';
    },
  },
  {
    what: 'another format',
    check: 'constraints',
    alter: (root) => {
      schemas(root).CobDataDeVencimento.properties.dataDeVencimento.format = 'date-time';
    },
  },
  {
    what: 'another type',
    check: 'constraints',
    alter: (root) => {
      schemas(root).CobExpiracao.properties.expiracao = { type: 'string' };
    },
  },
  {
    what: 'another limit than that of the class',
    check: 'fields',
    alter: (root) => {
      schemas(root).CobBase.properties.solicitacaoPagador.maxLength = 139;
    },
  },
  {
    what: 'a renamed field of two dependent ones',
    check: 'prose',
    alter: (root) => {
      rename(schemas(root).RecBase.properties.calendario.properties, 'dataFinal', 'ultimoDia');
    },
  },
  {
    what: 'another media type of a request body',
    check: 'sent',
    alter: (root) =>
      rename(root.components.requestBodies.CobBody.content, 'application/json', 'text/json'),
  },
  {
    what: 'a renamed list of a page',
    check: 'pages',
    alter: (root) => rename(schemas(root).CobsRConsultadas.properties, 'cobsr', 'cobs'),
  },
  {
    what: 'an additional status of a record that is read after an unknown outcome',
    check: 'recovery',
    alter: (root) => {
      schemas(root).SolicRecStatus.properties.status.enum.push('SUSPENSA');
    },
  },
  {
    what: 'an additional value of a body enum',
    check: 'constraints',
    alter: (root) => {
      schemas(root).DevolucaoSolicitadaNatureza.enum.push('MED_FRAUDE');
    },
  },
  {
    what: 'two fields that exclude each other',
    check: 'constraints',
    alter: (root) => {
      const { natureza, descricao, ...properties } = schemas(root).DevolucaoSolicitada.properties;
      Object.assign(schemas(root).DevolucaoSolicitada, {
        properties,
        oneOf: [{ properties: { natureza } }, { properties: { descricao } }],
      });
    },
  },
  {
    what: 'a renamed response field',
    check: 'types',
    alter: (root) => rename(schemas(root).Devolucao.properties, 'motivo', 'razao'),
  },
  {
    what: 'a removed required response field',
    check: 'types',
    alter: (root) => {
      schemas(root).Pix.required = ['endToEndId', 'valor'];
    },
  },
  {
    what: 'an additional value of a response enum',
    check: 'types',
    alter: (root) => {
      schemas(root).CobrancaStatus.enum.push('EXPIRADA');
    },
  },
  {
    what: 'a removed value of a response enum',
    check: 'types',
    alter: (root) => {
      schemas(root).SolicRecStatus.properties.status.enum.pop();
    },
  },
  {
    what: 'another type of a notification field',
    check: 'types',
    alter: (root) => {
      schemas(root).RecNotification.allOf.push({ properties: { idRec: { type: 'integer' } } });
      schemas(root).RecNotification.allOf.shift();
    },
  },
  {
    what: 'a response example that lacks a field',
    check: 'responses',
    alter: (root) => {
      Reflect.deleteProperty(example(root, 'cobResponse1'), 'status');
    },
  },
  {
    what: 'a response example of another type',
    check: 'responses',
    alter: (root) => {
      example(root, 'cobResponse3').revisao = '1';
    },
  },
  {
    what: 'an error example without its type',
    check: 'errors',
    alter: (root) => {
      Reflect.deleteProperty(example(root, 'AcessoNegadoExample1'), 'type');
    },
  },
];
