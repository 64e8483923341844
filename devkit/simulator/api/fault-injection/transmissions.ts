import type { ServerResponse } from 'node:http';
import { resetConnection } from '../../http/raw-sockets.js';
import { serializeBody, type Reply } from '../../http/reply.js';

/**
 * Builds a reply that is never sent. The connection stays open until the client or the simulator
 * closes it.
 */
export function hangingReply(): Reply {
  return { status: 200, headers: {}, transmit: () => undefined };
}

/** Builds a reply that resets the connection without sending a response. */
export function resetBeforeResponse(): Reply {
  return {
    status: 200,
    headers: {},
    // Wait until Node has parsed the request. Otherwise it would keep the connection in its list
    // without a socket.
    transmit: (response) => {
      setImmediate(() => resetConnection(response.socket));
    },
  };
}

/**
 * Builds a reply that sends the status, the headers and half of the body, and then resets the
 * connection.
 */
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
    // A reset discards data that is not sent yet: send the first half before it.
    setImmediate(() => {
      resetConnection(response.socket);
    });
  });
}
