import { rename, schemas, type Alteration } from './alteration.js';

/** Alterations of the operations themselves. */
export const operationAlterations: readonly Alteration[] = [
  {
    what: 'a path of another name',
    check: 'route',
    alter: ({ paths }) => rename(paths, '/lotecobv', '/lotescobv'),
  },
  {
    what: 'another method',
    check: 'route',
    alter: ({ paths }) => rename(paths['/cob/{txid}'], 'patch', 'delete'),
  },
  {
    what: 'an operation more',
    check: 'route',
    alter: ({ paths }) => {
      paths['/cob/{txid}'].delete = { responses: { 204: {} } };
    },
  },
  {
    what: 'a parameter of the path of another name',
    check: 'route',
    alter: ({ paths }) => {
      paths['/pix/{e2eid}'].parameters[0].name = 'endToEndId';
    },
  },
  {
    what: 'a parameter of the path with another pattern',
    check: 'route',
    alter: (root) => {
      schemas(root).EndToEndId.pattern = 'E[0-9]{31}';
    },
  },
  {
    what: 'a parameter of the query of another name',
    check: 'query',
    alter: (root) => {
      root.components.parameters.paginaAtual.name = 'pagina';
    },
  },
  {
    what: 'a parameter of the query that is demanded',
    check: 'query',
    alter: ({ paths }) => {
      paths['/webhook'].get.parameters[0].required = true;
    },
  },
  {
    what: 'a parameter of the query with a lower limit',
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
    what: 'an answer where there was none',
    check: 'status',
    alter: ({ paths }) => {
      paths['/webhook/{chave}'].put.responses[200].content = { 'application/json': {} };
    },
  },
  {
    what: 'a body that need not be there',
    check: 'status',
    alter: (root) => {
      root.components.requestBodies.CobBody.required = false;
    },
  },
];
