import { Transform } from 'class-transformer';
import { IsIn, IsString, Length, Matches, registerDecorator } from 'class-validator';
import { isValidCpf } from 'nestjs-pix';
import { PLANS } from '../catalogue/plans.js';
import { type Journey, JOURNEYS } from '../database/schema.js';

const trim = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? value.trim().replace(/\s+/g, ' ') : value,
);

const digits = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? value.replace(/[.\-\s]/g, '') : value,
);

/** Checks the digits of a CPF. */
const IsCpf = () => (target: object, propertyName: string) => {
  registerDecorator({
    name: 'isCpf',
    target: target.constructor,
    propertyName,
    options: { message: 'cpf não é um CPF válido' },
    validator: { validate: (value: unknown) => typeof value === 'string' && isValidCpf(value) },
  });
};

/** Body of `POST /api/subscriptions`. */
export class CreateSubscriptionDto {
  /** Identifier of a plan of `GET /api/subscriptions/plans`. */
  @IsIn(PLANS.map(({ id }) => id), { message: 'plano não existe no catálogo' })
  plano!: string;

  /** Name of the payer. */
  @trim
  @IsString({ message: 'nome deve ser um texto' })
  @Length(3, 140, { message: 'nome deve ter de 3 a 140 caracteres' })
  @Matches(/^[\p{L}][\p{L}\p{M} .'’-]*$/u, { message: 'nome deve ter só letras e espaços' })
  nome!: string;

  /** CPF of the payer, with or without punctuation. */
  @digits
  @IsCpf()
  cpf!: string;

  /** How the payer approves. */
  @IsIn(JOURNEYS, { message: 'jornada deve ser JORNADA_2 ou JORNADA_3' })
  jornada!: Journey;
}
