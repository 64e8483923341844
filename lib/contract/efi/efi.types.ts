/** The QR code of a location at Efí. The fields are Efí's and not in the specification. */
export interface EfiQrCode {
  /** BR Code of the charge at the location. */
  qrcode: string;
  /** PNG image as a data URL: `data:image/png;base64,…`. */
  imagemQrcode: string;
  /** Page of Efí that shows the code. */
  linkVisualizacao?: string;
}
