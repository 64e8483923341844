/**
 * Deepest accepted JSON: deeper than any body of the Pix API or control API, and safe for recursive
 * functions.
 */
export const MAX_JSON_DEPTH = 100;
