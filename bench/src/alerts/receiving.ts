// The receivers of `alerts.ts`, in a process of their own: `/0` hangs, and the others answer at once. It tells its parent its
// port, when the first request arrives, and when one of the others has got each alert.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the process tells. */
export type Told = { port: number } | { begun: true } | { complete: string; requests: number }

const alerts = Number(process.argv[2])
let requests = 0
const got = new Map<string, Set<unknown>>()

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const path = request.url!
    if (path === '/0') return
    if (requests++ === 0) tell({ begun: true })
    const ids = got.get(path) ?? new Set()
    got.set(path, ids)
    const before = ids.size
    ids.add(request.headers['x-granary-alert-id'])
    if (ids.size === alerts && before < alerts) tell({ complete: path, requests })
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () => tell({ port: (server.address() as AddressInfo).port }))

const tell = (told: Told) => process.send!(told)
