import { IsString, MaxLength } from 'class-validator';

/** Body of `POST /api/admin/session`. */
export class LoginDto {
  @IsString({ message: 'email deve ser um texto' })
  @MaxLength(254, { message: 'email deve ter no máximo 254 caracteres' })
  email!: string;

  @IsString({ message: 'senha deve ser um texto' })
  @MaxLength(200, { message: 'senha deve ter no máximo 200 caracteres' })
  senha!: string;
}
