/** The content of a BR Code. */
export interface BrCode {
  /** Pix key of a static code. Not together with {@link location}. */
  chave?: string | undefined;
  /** Address of a dynamic code's payload, without scheme: `pix.example.com/qr/v2/…`. */
  location?: string | undefined;
  /**
   * Address of a recurrence's payload (Pix Automático), without scheme. On its own, the code only
   * authorizes the recurrence; with a key or a location, it is a composite code that also pays.
   */
  recLocation?: string | undefined;
  /** Receiver's name, at most 25 characters. */
  nome: string;
  /** Receiver's city, at most 15 characters. */
  cidade: string;
  /**
   * Amount in reais, `\d{1,10}\.\d{2}`; if absent, the payer chooses it. For dynamic codes, see the
   * payload.
   */
  valor?: string | undefined;
  /**
   * 1 to 25 characters of [a-zA-Z0-9]; written as `***` if absent. Readers ignore it in dynamic
   * codes.
   */
  txid?: string | undefined;
  /** Text shown to the payer of a static code. */
  descricao?: string | undefined;
}
