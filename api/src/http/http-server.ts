import { createServer, type RequestListener, type Server } from "node:http";

/** Creates the HTTP server. It does not listen yet. */
export function createHttpServer(handle: RequestListener): Server {
  const server = createServer(handle);
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 20_000;
  // By default, Node ends a request after five minutes, also the upload of a photo on a slow connection. `readChunks` ends bodies that
  // are too slow.
  server.requestTimeout = 0;
  return server;
}
