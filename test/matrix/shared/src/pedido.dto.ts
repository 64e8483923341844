import { Type } from 'class-transformer';
import { IsOptional, ValidateNested } from 'class-validator';
import { DevedorDto } from 'nestjs-pix/dto';

/** The Swagger plugin imports the file that declares the type of a property. */
export class PedidoDto {
  @IsOptional()
  @ValidateNested()
  @Type(() => DevedorDto)
  devedor?: DevedorDto;
}
