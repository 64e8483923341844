/** Starts a text with a capital letter: "pedido recebido" as "Pedido recebido". */
export function toSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
