import { rename, schemas, type Alteration } from './alteration.js';

/** Changes of the operations. */
export const operationAlterations: readonly Alteration[] = [
  {
    what: 'a renamed path',
    check: 'route',
    alter: ({ paths }) => rename(paths, '/lotecobv', '/lotescobv'),
  },
  {
    what: 'another method',
    check: 'route',
    alter: ({ paths }) => rename(paths['/cob/{txid}'], 'patch', 'delete'),
  },
  {
    what: 'an additional operation',
    check: 'route',
    alter: ({ paths }) => {
      paths['/cob/{txid}'].delete = { responses: { 204: {} } };
    },
  },
  {
    what: 'a renamed path parameter',
    check: 'route',
    alter: ({ paths }) => {
      paths['/pix/{e2eid}'].parameters[0].name = 'endToEndId';
    },
  },
  {
    what: 'another pattern of a path parameter',
    check: 'route',
    alter: (root) => {
      schemas(root).EndToEndId.pattern = 'E[0-9]{31}';
    },
  },
  {
    what: 'a renamed query parameter',
    check: 'query',
    alter: (root) => {
      root.components.parameters.paginaAtual.name = 'pagina';
    },
  },
  {
    what: 'a required query parameter',
    check: 'query',
    alter: ({ paths }) => {
      paths['/webhook'].get.parameters[0].required = true;
    },
  },
  {
    what: 'a lower limit of a query parameter',
    check: 'query',
    alter: (root) => {
      root.components.parameters.itensPorPagina.schema.maximum = 100;
    },
  },
  {
    what: 'another scope',
    check: 'scope',
    alter: ({ paths }) => {
      paths['/cob'].post.security = [{ OAuth2: ['cob.create'] }];
    },
  },
  {
    what: 'no scope',
    check: 'scope',
    alter: ({ paths }) => {
      paths['/pix'].get.security = [];
    },
  },
  {
    what: 'another success status',
    check: 'status',
    alter: ({ paths }) => rename(paths['/lotecobv/{id}'].put.responses, '202', '201'),
  },
  {
    what: 'an additional response body',
    check: 'status',
    alter: ({ paths }) => {
      paths['/webhook/{chave}'].put.responses[200].content = { 'application/json': {} };
    },
  },
  {
    what: 'an optional body',
    check: 'status',
    alter: (root) => {
      root.components.requestBodies.CobBody.required = false;
    },
  },
];
