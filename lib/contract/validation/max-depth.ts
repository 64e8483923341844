/** More levels than any body of the specification has. */
export const MAX_BODY_DEPTH = 64;
