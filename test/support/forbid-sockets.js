import { Server, Socket } from 'node:net';

const forbid = () => {
  throw new Error('This spec opens a socket: take it out of jest.unit.config.js.');
};
Server.prototype.listen = forbid;
Socket.prototype.connect = forbid;
