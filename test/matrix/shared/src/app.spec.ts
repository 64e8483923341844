import { Test, type TestingModule } from '@nestjs/testing';
import { PixCobService } from 'nestjs-pix';
import { AppModule, CheckoutService, closeSimulator } from './app.module.js';

describe('CheckoutService', () => {
  let app: TestingModule;

  beforeAll(async () => {
    app = await Test.createTestingModule({ imports: [AppModule] }).compile();
    await app.init();
  });

  afterAll(async () => {
    await app.close();
    await closeSimulator();
  });

  it('creates a charge at the simulated provider', async () => {
    const cob = await app.get(CheckoutService).charge('37.00');
    expect(cob.status).toBe('ATIVA');
    expect(cob.valor.original).toBe('37.00');
  });

  it('injects the class of the package', () => {
    expect(app.get(PixCobService)).toBeInstanceOf(PixCobService);
  });
});
