/** What a BR Code says. */
export interface BrCode {
  /** Pix key of a static code. Not together with {@link location}. */
  chave?: string | undefined;
  /** Address of a dynamic code's payload, without scheme: `pix.example.com/qr/v2/…`. */
  location?: string | undefined;
  /**
   * Address of a recurrence's payload (Pix Automático), without scheme. Alone it makes a code that
   * only authorises the recurrence; with a key or a location, a composite one that pays as well.
   */
  recLocation?: string | undefined;
  /** Receiver's name, at most 25 characters. */
  nome: string;
  /** Receiver's city, at most 15 characters. */
  cidade: string;
  /** Amount in reais, `\d{1,10}\.\d{2}`; the payer chooses when absent. Dynamic codes: see the payload. */
  valor?: string | undefined;
  /** 1 to 25 characters of [a-zA-Z0-9]; `***` on the wire when absent. Readers ignore it on dynamic codes. */
  txid?: string | undefined;
  /** Text shown to the payer of a static code. */
  descricao?: string | undefined;
}
