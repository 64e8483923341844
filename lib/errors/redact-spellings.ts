/** Shorter texts occur by chance; masking them would destroy messages. @internal */
export const MIN_SECRET_LENGTH = 8;

/**
 * Lists a secret and its common encodings, without duplicates (at most 24): percent-encoded once
 * and twice, with hexadecimal digits in either case; form-encoded, and decoded as a form; as JSON
 * of JavaScript, PHP and .NET, also inside JSON; with HTML entities; and base64 and base64url.
 * @internal
 */
export function listSpellings(secret: string): string[] {
  // Unlike encodeURIComponent, never throws and encodes four more characters.
  const form = new URLSearchParams({ v: secret }).toString().slice(2);
  const full = form.replaceAll('+', '%20');
  const component = full.replace(/%(?:21|27|28|29|7E)/g, decodeURIComponent);
  const encoded = [form, full, component];
  const json = JSON.stringify(secret).slice(1, -1);
  const php = json.replaceAll('/', '\\/');
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  const spellings = [
    secret,
    secret.replaceAll('+', ' '),
    ...encoded,
    ...encoded.map(toLowerHex),
    ...[full, component].map(encodePercent),
    ...[full, component].map((text) => encodePercent(toLowerHex(text))),
    ...[json, php, escapeAscii(php)],
    ...[escapeMarkup(json), escapeMarkup(json).replace(/\\u[\da-f]{4}/g, toUpperHex)],
    ...[json, php].map((text) => JSON.stringify(text).slice(1, -1)),
    ...HTML.map((entities) => escapeHtml(secret, entities)),
    ...[base64, bytes.toString('base64url'), encodeURIComponent(base64)],
  ];
  return [...new Set(spellings)].filter((text) => text.length >= MIN_SECRET_LENGTH);
}

function toLowerHex(text: string): string {
  return text.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase());
}

function toUpperHex(code: string): string {
  return `\\u${code.slice(2).toUpperCase()}`;
}

function encodePercent(text: string): string {
  return text.replaceAll('%', '%25');
}

/** Escapes characters outside ASCII, as PHP and Python do. */
function escapeAscii(text: string): string {
  return text.replace(/[\u0080-\uffff]/g, escapeCharacter);
}

/** Escapes also the characters of markup, as .NET, Go and Gson do. */
function escapeMarkup(text: string): string {
  return escapeAscii(text)
    .replaceAll('\\"', '\\u0022')
    .replace(/[&<>'+`=]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** The entities of quotes and of other characters differ between languages. */
const HTML: readonly Readonly<Record<string, string>>[] = [
  { '"': '&quot;', "'": '&#39;' },
  { '"': '&#34;', "'": '&#x27;' },
  { '"': '&quot;', "'": '&#x27;', '/': '&#x2F;', '=': '&#x3D;', '`': '&#x60;' },
];

function escapeHtml(text: string, entities: Readonly<Record<string, string>>): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/["'/=`]/g, (character) => entities[character] ?? character);
}
