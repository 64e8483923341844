/* global document, matchMedia, MutationObserver, NodeFilter, SwaggerUIBundle */
// Starts Swagger UI, and adds what it lacks: Portuguese, the theme of the shop, names and focus for assistive technology.

const TEXTS = {
  Cancel: 'Fechar',
  Clear: 'Limpar',
  Code: 'Código',
  'Collapse all': 'Recolher tudo',
  Controls: 'Define o cabeçalho',
  Description: 'Descrição',
  Details: 'Detalhes',
  Download: 'Baixar',
  'Edit Value': 'Editar',
  Error: 'Erro',
  'Example Value': 'Exemplo',
  Examples: 'Exemplos',
  Execute: 'Executar',
  'Expand all': 'Expandir tudo',
  'header.': '.',
  Links: 'Links',
  'Media type': 'Tipo de mídia',
  Name: 'Nome',
  'No links': 'Nenhum',
  'No parameters': 'Sem parâmetros',
  Parameters: 'Parâmetros',
  'Request body': 'Corpo da requisição',
  'Request URL': 'URL da requisição',
  Reset: 'Desfazer',
  'Response body': 'Corpo da resposta',
  'Response headers': 'Cabeçalhos da resposta',
  Responses: 'Respostas',
  Schema: 'Esquema',
  Schemas: 'Esquemas',
  'Send empty value': 'Enviar vazio',
  'Server response': 'Resposta do servidor',
  'Try it out': 'Experimentar',
  Undocumented: 'Não documentada',
};

const LABELS = {
  'Collapse operation': 'Recolher a operação',
  'Copy to clipboard': 'Copiar',
  'Expand operation': 'Expandir a operação',
  'Request content type': 'Tipo do corpo da requisição',
};

/** Levels of headings, without gaps: the title is the first. */
const LEVELS = [
  ['h3.opblock-tag, .models > h4', '2'],
  ['.opblock :is(h4, h5)', '3'],
];

const page = document.querySelector('#docs');

function translate() {
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const text = node.data.trim();
    if (Object.hasOwn(TEXTS, text) && !node.parentElement.closest('pre, code, .markdown')) {
      node.data = node.data.replace(text, TEXTS[text]);
    }
  }
  for (const element of page.querySelectorAll('[aria-label]')) {
    const label = LABELS[element.ariaLabel];
    if (label !== undefined) element.ariaLabel = label;
  }
}

function repair() {
  for (const area of page.querySelectorAll('textarea')) area.ariaLabel ??= 'Corpo da requisição';
  // What scrolls must be reachable by the keyboard.
  for (const code of page.querySelectorAll('.microlight')) code.tabIndex = 0;
  page.querySelector('.information-container')?.setAttribute('role', 'banner');
  for (const [heading, level] of LEVELS) {
    for (const element of page.querySelectorAll(heading)) element.ariaLevel = level;
  }
  for (const table of page.querySelectorAll('table[role="region"]')) table.removeAttribute('role');
}

function improve() {
  translate();
  repair();
}

const isDark = matchMedia('(prefers-color-scheme: dark)');
const { documentElement: root } = document;
const applyTheme = () => {
  const theme = root.dataset.theme ?? (isDark.matches ? 'dark' : 'light');
  root.classList.toggle('dark-mode', theme === 'dark');
};
applyTheme();
isDark.addEventListener('change', applyTheme);

new MutationObserver(improve).observe(page, { childList: true, subtree: true });

SwaggerUIBundle({
  url: '/docs-json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'list',
  // The page asks no other host.
  validatorUrl: null,
  // A link inside of the button that opens an operation is no valid control.
  plugins: [
    ({ React }) => ({
      components: { DeepLink: ({ text }) => React.createElement('span', null, text) },
    }),
  ],
});
