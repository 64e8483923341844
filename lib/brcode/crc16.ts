const POLYNOMIAL = 0x1021;

/**
 * Computes the CRC-16/CCITT-FALSE (polynomial 0x1021, initial value 0xFFFF) of the text's UTF-8
 * bytes, as four capital hexadecimal digits: the value of field 63 of a BR Code.
 */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ POLYNOMIAL) & 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
