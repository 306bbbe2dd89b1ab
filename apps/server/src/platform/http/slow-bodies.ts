/** Bodies that trickle are cut, whoever reads them or nobody. Node's own bound would be one for a form and a photo of 10 MB. */
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** So long a body may take, all in all. */
const bodyMs = 15_000

/** Requests whose body somebody reads who holds it to a speed instead; while they are in here. */
export const hasOwnSpeedLimit = new WeakSet<IncomingMessage>()

/** @param refuse answers on a connection whose request nobody has answered yet, and ends it */
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
