/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

let errors = 0;

/**
 * Shows what the browser and the console find wrong in the fields of a form. Focuses the first wrong field.
 *
 * @param {HTMLFormElement} form
 * @returns {boolean} whether all fields are right
 */
export function checkFields(form) {
  const wrong = listControls(form).flatMap((control) => {
    const text = control.closest('[hidden]') ? undefined : findError(control);
    return text === undefined ? [] : [{ control, text }];
  });
  showErrors(wrong);
  return wrong.length === 0;
}

/**
 * Shows the violations of an answer at the fields that they name.
 *
 * @param {HTMLFormElement} form
 * @param {unknown} error
 * @returns {boolean} whether each has a field
 */
export function showViolations(form, error) {
  /** @type {{ violacoes?: { razao: string, propriedade?: string }[] }} */
  const { violacoes = [] } = Object(error);
  const wrong = violacoes.flatMap(({ razao, propriedade = '' }) => {
    const control = findControl(form, propriedade);
    return control ? [{ control, text: toSentence(razao, propriedade) }] : [];
  });
  showErrors(wrong);
  return wrong.length > 0 && wrong.length === violacoes.length;
}

/** @param {EventTarget | null} target a field that the user has changed */
export function clearError(target) {
  if (!(target instanceof HTMLElement)) return;
  target.removeAttribute('aria-invalid');
  const place = target.closest('.field')?.querySelector('.field-error');
  if (place) place.textContent = '';
}

/** @param {{ control: Control, text: string }[]} wrong */
function showErrors(wrong) {
  for (const { control, text } of wrong) {
    const place = control.closest('.field')?.querySelector('.field-error');
    if (!place) continue;
    place.id ||= `field-error-${++errors}`;
    place.textContent = text;
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', place.id);
  }
  wrong[0]?.control.focus();
}

/** @param {HTMLFormElement} form @returns {Control[]} */
function listControls(form) {
  return [...form.elements].filter(
    (control) => control instanceof HTMLInputElement || control instanceof HTMLSelectElement,
  );
}

/**
 * Finds the field of a property, `cob.valor.original`, by its innermost known part.
 *
 * @param {HTMLFormElement} form
 * @param {string} property
 */
function findControl(form, property) {
  const controls = listControls(form);
  for (const part of property.split('.').reverse()) {
    const control = controls.find(
      ({ name, dataset }) => name === part || dataset.property === part,
    );
    if (control) return control;
  }
  return undefined;
}

/**
 * @param {string} razao begins with the property
 * @param {string} property
 */
function toSentence(razao, property) {
  const rule = razao.startsWith(`${property} `) ? razao.slice(property.length + 1) : razao;
  return `${rule.charAt(0).toUpperCase()}${rule.slice(1).replace(/\.$/, '')}.`;
}

/** @param {Control} control */
function findError(control) {
  const { validity, value } = control;
  if (validity.valueMissing) return 'Preencha este campo.';
  if (validity.typeMismatch) return 'Deve ser um endereço, como https://loja.example.com/webhook.';
  if (!validity.valid && control instanceof HTMLInputElement) return describeRange(control);
  const isAmount = control.inputMode === 'decimal' && value.trim() !== '';
  if (isAmount && !/^[\d.]*\d(,\d{1,2})?$/.test(value.trim()))
    return 'Deve ser um valor como 37,00.';
  return undefined;
}

/** @param {HTMLInputElement} input */
function describeRange({ min, max, step }) {
  if (min === '') return 'O valor não é válido.';
  const kind = step === 'any' ? 'um número' : 'um número inteiro';
  return `Deve ser ${kind} ${max === '' ? `a partir de ${min}` : `de ${min} a ${max}`}.`;
}
