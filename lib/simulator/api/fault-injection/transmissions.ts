import type { ServerResponse } from 'node:http';
import { resetConnection } from '../../http/raw-sockets.js';
import { serializeBody } from '../../http/reply.js';
import type { Reply } from '../../http/reply.js';

/** Never an answer: the connection stays open until the client, or the simulator's end, closes it. */
export function hanging(): Reply {
  return { status: 200, headers: {}, transmit: () => undefined };
}

/** A reset in place of an answer. */
export function resetAtHead(): Reply {
  return {
    status: 200,
    headers: {},
    // Not while Node still parses the request: it would keep the connection in its list without a socket.
    transmit: (response) => {
      setImmediate(() => resetConnection(response.socket));
    },
  };
}

/** The head of an answer, half its body, then a reset. */
export function resetInBody(reply: Reply): Reply {
  return {
    ...reply,
    transmit: (response) => {
      sendHalf(response, reply);
    },
  };
}

function sendHalf(response: ServerResponse, reply: Reply): void {
  const { status, headers } = reply;
  const bytes = Buffer.from(serializeBody(reply) ?? '{}');
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => {
    // A reset discards what has not left yet: the half must be on its way first.
    setImmediate(() => {
      resetConnection(response.socket);
    });
  });
}
