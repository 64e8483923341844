import { Body, Controller, Injectable, Module, Post, ValidationPipe } from '@nestjs/common';
import { generateTxid, PixCobService, PixModule } from 'nestjs-pix';
import { PixSimulator } from 'nestjs-pix-devkit';
import { PedidoDto } from './pedido.dto.js';

@Injectable()
export class CheckoutService {
  constructor(private readonly cob: PixCobService) {}

  charge(valor: string) {
    return this.cob.createWithTxid(generateTxid(), {
      calendario: { expiracao: 3600 },
      valor: { original: valor },
      chave: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    });
  }
}

@Controller('pedidos')
export class PedidosController {
  @Post()
  create(@Body(new ValidationPipe({ transform: true })) pedido: PedidoDto): PedidoDto {
    return pedido;
  }
}

let simulator: PixSimulator;

export function closeSimulator() {
  return simulator.close();
}

@Module({
  imports: [
    PixModule.forRootAsync({
      useFactory: async () => {
        simulator = await PixSimulator.start();
        return simulator.moduleOptions;
      },
    }),
  ],
  controllers: [PedidosController],
  providers: [CheckoutService],
})
export class AppModule {}
