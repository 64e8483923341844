export { WHOLE_BODY, checkFields, collectViolations } from './collect-violations.js';
export { collectNearMisses } from './collect-near-misses.js';
export type { FieldOptions } from './field.js';
export { getFields, type Field, type FieldComparison, type FieldSchema } from './field-table.js';
export { MAX_BODY_DEPTH } from './max-depth.js';
export { Must, RefusedWhen, RequiredWhen, compose, toRecord } from './must.js';
export { ListField, NestedField, TextListField } from './nested-fields.js';
export { BooleanField, IntegerField, PositiveNumberField, ValorField } from './number-fields.js';
export { toViolacao, type Rule, type Violation } from './violation.js';
export {
  ChoiceField,
  DateField,
  InstantField,
  PatternField,
  TextField,
  UrlField,
} from './text-fields.js';
