/** An identifier of a row. PostgreSQL refuses other texts with an error, so they are compared before a query. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
