import { IsString, Length, MaxLength } from 'class-validator';

/** Body of `POST /api/admin/invoice-batches`. */
export class UploadBatchDto {
  /** Name of the file. */
  @IsString({ message: 'arquivo deve ser um texto' })
  @Length(1, 200, { message: 'arquivo deve ter de 1 a 200 caracteres' })
  arquivo!: string;

  /** The CSV text. */
  @IsString({ message: 'conteudo deve ser um texto' })
  @MaxLength(900_000, { message: 'o arquivo é grande demais' })
  conteudo!: string;
}
