/** The content of a BR Code. */
export interface BrCode {
  /**
   * Pix key of a static code. Not together with {@link location}. Encoding normalizes it as
   * `parsePixKey` does, but 11 digits are always a CPF: a phone number needs `+55`.
   */
  chave?: string | undefined;
  /**
   * ISPB of the facilitator of a withdrawal (BCB field `fss`, 26-03), 8 digits. Makes a static code
   * a Pix Saque.
   */
  fss?: string | undefined;
  /** Address of a dynamic code's payload, without scheme: `pix.example.com/qr/v2/…`. */
  location?: string | undefined;
  /**
   * Whether a code with a location can be paid several times. Its field 01 is not `12`, which means
   * one use. Static codes can always be paid several times. Default: `false`.
   */
  reusable?: boolean | undefined;
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
   * 1 to 25 characters of [a-zA-Z0-9]; written as `***` if absent. `***` is accepted too. Readers
   * ignore it in dynamic codes.
   */
  txid?: string | undefined;
  /** Text shown to the payer of a static code. */
  descricao?: string | undefined;
  /**
   * The fields that this library does not interpret, as raw text by id: `61` is a field of the code,
   * `62.08` a field inside the template 62. `26` in front of the point is the template of Pix, and
   * `80` that of the recurrence, whatever their ids in the code are. At most 99 characters each.
   */
  unknownFields?: Readonly<Record<string, string>> | undefined;
}
