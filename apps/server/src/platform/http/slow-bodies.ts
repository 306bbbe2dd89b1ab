/**
 * Ends requests with slow bodies, whether or not their body is read. Node has only one limit for a form and for a
 * photo of 10 MB.
 */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum time for a whole body. */
const bodyMs = 15_000

/** Requests whose reader enforces a minimum speed instead. */
export const hasOwnSpeedLimit = new WeakSet<IncomingMessage>()

/** @param refuse answers and closes a connection whose request has no answer yet */
export const limitSlowBodies = (server: Server, refuse: (socket: Socket) => void, whole = bodyMs): void => {
  server.prependListener('request', (request, response) => {
    const { 'content-length': length = '0', 'transfer-encoding': chunked } = request.headers
    if (length === '0' && chunked === undefined) return
    const timer = setTimeout(() => {
      if (request.complete) return
      if (hasOwnSpeedLimit.has(request)) timer.refresh()
      else if (response.headersSent) request.socket.destroy()
      else refuse(request.socket)
    }, whole)
    timer.unref()
    request.once('close', () => clearTimeout(timer))
  })
}
