import { PixSimulator, type PixSimulatorOptions } from '../../../devkit/simulator/index.js';
import { BareClient, type BareResponse, type Json } from './bare-client.js';

/** A period that contains every record. */
export const EVER = 'inicio=1999-01-01T00:00:00Z&fim=2199-01-01T00:00:00Z';

/** Token lifetime in seconds, longer than any change of the clock. */
const FOREVER = 10_000_000_000;

/** Starts a simulator with a client; tests control its clock. */
export class SimulatorDriver {
  private constructor(
    readonly simulator: PixSimulator,
    readonly client: BareClient,
  ) {}

  static async start(options: PixSimulatorOptions = {}): Promise<SimulatorDriver> {
    const simulator = await PixSimulator.start({ tokenLifetime: FOREVER, ...options });
    return new SimulatorDriver(simulator, new BareClient(simulator));
  }

  get control() {
    return this.simulator.control;
  }

  /** Resets everything, at the given instant. */
  begin(instant: string): void {
    this.control.reset();
    this.client.forgetToken();
    this.control.clock.set(instant);
  }

  call(method: string, path: string, body?: unknown): Promise<BareResponse> {
    return this.client.call(method, path, body);
  }

  /** Returns the body of a response with the given status, or with any 2xx. */
  async ok(method: string, path: string, body?: unknown, status?: number): Promise<Json> {
    const answer = await this.call(method, path, body);
    const expected = status === undefined ? answer.status < 300 : answer.status === status;
    if (!expected) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  get(path: string): Promise<Json> {
    return this.ok('GET', path);
  }

  /** Sets the clock to a time of day in Brazil. */
  at(day: string, time = '12:00:00'): void {
    this.control.clock.set(`${day}T${time}-03:00`);
  }

  /** Runs everything that the provider has planned. */
  settle(): void {
    this.control.clock.advance(2);
  }

  async close(): Promise<void> {
    this.client.close();
    await this.simulator.close();
  }
}
