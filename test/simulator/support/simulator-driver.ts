import { PixSimulator, type PixSimulatorOptions } from '../../../lib/simulator/index.js';
import { BareClient, type BareResponse, type Json } from './bare-client.js';

/** Period that holds everything. */
export const EVER = 'inicio=1999-01-01T00:00:00Z&fim=2199-01-01T00:00:00Z';

/** Token that outlives any journey of the clock, in seconds. */
const FOREVER = 10_000_000_000;

/** A simulator with a client, whose clock is the test's to move. */
export class World {
  private constructor(
    readonly simulator: PixSimulator,
    readonly client: BareClient,
  ) {}

  static async start(options: PixSimulatorOptions = {}): Promise<World> {
    const simulator = await PixSimulator.start({ tokenLifetime: FOREVER, ...options });
    return new World(simulator, new BareClient(simulator));
  }

  get control() {
    return this.simulator.control;
  }

  /** Everything forgotten, at an instant. */
  begin(instant: string): void {
    this.control.reset();
    this.client.forgetToken();
    this.control.clock.set(instant);
  }

  call(method: string, path: string, body?: unknown): Promise<BareResponse> {
    return this.client.call(method, path, body);
  }

  /** The body of an answer of the status given, or of any that tells of success. */
  async ok(method: string, path: string, body?: unknown, status?: number): Promise<Json> {
    const answer = await this.call(method, path, body);
    const expected = status === undefined ? answer.status < 300 : answer.status === status;
    if (!expected) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  get(path: string): Promise<Json> {
    return this.ok('GET', path);
  }

  /** Moves the clock to a time of day in Brazil. */
  at(day: string, time = '12:00:00'): void {
    this.control.clock.set(`${day}T${time}-03:00`);
  }

  /** Lets what the provider does in its own time happen. */
  settle(): void {
    this.control.clock.advance(2);
  }

  async close(): Promise<void> {
    this.client.close();
    await this.simulator.close();
  }
}
