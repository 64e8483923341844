export { PixSimulator } from './pix-simulator.js';
