import { example, rename, schemas, type Alteration } from './alteration.js';

/** Alterations of what goes to and fro. */
export const bodyAlterations: readonly Alteration[] = [
  {
    what: 'a request example that its class refuses',
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
    what: 'a demanded field more',
    check: 'constraints',
    alter: (root) => {
      schemas(root).CobSolicitada.required.push('solicitacaoPagador');
    },
  },
  {
    what: 'a demanded field less',
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
    what: 'a field less of two that depend on each other',
    check: 'words',
    alter: (root) => {
      rename(schemas(root).RecBase.properties.calendario.properties, 'dataFinal', 'ultimoDia');
    },
  },
  {
    what: 'another media type of a body',
    check: 'sent',
    alter: (root) =>
      rename(root.components.requestBodies.CobBody.content, 'application/json', 'text/json'),
  },
  {
    what: 'a page whose list has another name',
    check: 'pages',
    alter: (root) => rename(schemas(root).CobsRConsultadas.properties, 'cobsr', 'cobs'),
  },
  {
    what: 'a status more of a record that is read after an unknown outcome',
    check: 'recovery',
    alter: (root) => {
      schemas(root).SolicRecStatus.properties.status.enum.push('SUSPENSA');
    },
  },
  {
    what: 'a value more in a list of a body',
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
    what: 'a field of an answer of another name',
    check: 'types',
    alter: (root) => rename(schemas(root).Devolucao.properties, 'motivo', 'razao'),
  },
  {
    what: 'a demanded field less in an answer',
    check: 'types',
    alter: (root) => {
      schemas(root).Pix.required = ['endToEndId', 'valor'];
    },
  },
  {
    what: 'a value more in a list of an answer',
    check: 'types',
    alter: (root) => {
      schemas(root).CobrancaStatus.enum.push('EXPIRADA');
    },
  },
  {
    what: 'a value less in a list of an answer',
    check: 'types',
    alter: (root) => {
      schemas(root).SolicRecStatus.properties.status.enum.pop();
    },
  },
  {
    what: 'a field of a notification of another type',
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
