import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Requests of one connection that are not answered, or whose answers are not read: browsers ask one after another. One packet may hold hundreds, and Node would keep an answer for each of them
 * for somebody who reads none: above `most` the connection ends.
 */
export function limitUnanswered(app: FastifyInstance, most: number): void {
  const unanswered = new WeakMap<Socket, number>()
  app.addHook('onRequest', (incoming, reply, next) => {
    const { socket } = incoming.raw
    const count = (unanswered.get(socket) ?? 0) + 1
    unanswered.set(socket, count)
    reply.raw.once('close', () => unanswered.set(socket, unanswered.get(socket)! - 1))
    if (count > most) socket.destroy()
    else next()
  })
}
