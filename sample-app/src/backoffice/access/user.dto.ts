import { IsBoolean, IsEmail, IsIn, IsOptional, IsString, Length, MaxLength } from 'class-validator';
import { type Role, ROLES } from '../../database/schema.js';

const EMAIL = { message: 'email deve ser um endereço de e-mail' };
const NAME = { message: 'nome deve ter de 1 a 80 caracteres' };
const ROLE = { message: `papel deve ser ${ROLES.join(', ')}` };
const PASSWORD = { message: 'senha deve ter de 12 a 200 caracteres' };
const NEW_PASSWORD = { message: 'senhaNova deve ter de 12 a 200 caracteres' };

/** Body of `POST /api/admin/users`. */
export class CreateUserDto {
  @IsEmail({}, EMAIL)
  @MaxLength(254, EMAIL)
  email!: string;

  @Length(1, 80, NAME)
  nome!: string;

  @IsIn(ROLES, ROLE)
  papel!: Role;

  @Length(12, 200, PASSWORD)
  senha!: string;
}

/** An account that is validated, or that the code states. */
export type NewUser = Pick<CreateUserDto, keyof CreateUserDto>;

/** Body of `PATCH /api/admin/users/:id`. Absent fields do not change. */
export class UpdateUserDto {
  @IsOptional()
  @Length(1, 80, NAME)
  nome?: string;

  @IsOptional()
  @IsIn(ROLES, ROLE)
  papel?: Role;

  @IsOptional()
  @Length(12, 200, PASSWORD)
  senha?: string;

  @IsOptional()
  @IsBoolean({ message: 'ativo deve ser true ou false' })
  ativo?: boolean;
}

/** A change that is validated, or that the code states. */
export type UserChange = Pick<UpdateUserDto, keyof UpdateUserDto>;

/** Body of `PUT /api/admin/session/password`. */
export class ChangePasswordDto {
  @IsString({ message: 'senhaAtual deve ser um texto' })
  @MaxLength(200, { message: 'senhaAtual deve ter no máximo 200 caracteres' })
  senhaAtual!: string;

  @Length(12, 200, NEW_PASSWORD)
  senhaNova!: string;
}
